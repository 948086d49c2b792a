import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

/** Where `npx vite` finds the house while the page is being worked on. */
const house = "http://127.0.0.1:8420";

export default defineConfig({
  plugins: [svelte()],
  build: { outDir: "../src/bankcraps/server/page", emptyOutDir: true, assetsInlineLimit: 0 },
  server: { proxy: { "/api": house, "/tables": { target: house, ws: true } } },
});
