import { mount } from "svelte";
import App from "./App.svelte";
import { settings } from "./device/settings.svelte";
import "./tokens.css";
import "./base.css";

settings.begin();
const target = document.getElementById("app");
if (target) mount(App, { target });
