/** Names of people: a component prints none as it is written, Big_Al, but as people read it, Big Al. */

import { parse } from "svelte/compiler";
import { expect, test } from "vitest";

const sources = import.meta.glob<string>("../src/**/*.svelte", { query: "?raw", import: "default", eager: true });

interface Node {
  type: string;
  [part: string]: unknown;
}

/** Names of what holds a person's name, by the end of the expression. */
const NAME = /(^|\.)(person|player|shooter|opener|holder|teacher|speakers|waiting|students|others)$|\b(seat|bot|guest|who|you)\.name$/;

/** The attributes that people read. */
const READ = new Set(["title", "aria-label", "alt", "placeholder"]);

/** These print names with their spaces. */
const PRINTS = new Set(["withSpaces", "say", "listed"]);

/** The names that a part of a component prints as they are written. */
function written(code: string): string[] {
  const found: string[] = [];
  const printed = (node: Node | null | undefined): void => {
    if (!node) return;
    const text = code.slice(node["start"] as number, node["end"] as number).replaceAll("?.", ".");
    const of = (part: string): Node => node[part] as Node;
    if (node.type === "Identifier" || node.type === "MemberExpression") return void (NAME.test(text) && found.push(text));
    if (node.type === "ChainExpression") return printed(of("expression"));
    if (node.type === "LogicalExpression") return [of("left"), of("right")].forEach(printed);
    if (node.type === "ConditionalExpression") return [of("consequent"), of("alternate")].forEach(printed);
    if (node.type === "TemplateLiteral") return (node["expressions"] as Node[]).forEach(printed);
    if (node.type === "ArrowFunctionExpression") return printed(of("body"));
    if (node.type !== "CallExpression" || PRINTS.has(code.slice(of("callee")["start"] as number, of("callee")["end"] as number))) return;
    const makes = (node["arguments"] as Node[]).filter(({ type }) => type === "ArrowFunctionExpression");
    makes.forEach(printed);
    // A join of a list prints it, unless the list was made of other words before.
    if (of("callee").type === "MemberExpression" && !(node["arguments"] as Node[]).some(({ name }) => PRINTS.has(name as string))) printed(of("callee")["object"] as Node);
  };
  const visit = (node: unknown, read: boolean): void => {
    if (typeof node !== "object" || node === null) return;
    if (Array.isArray(node)) return node.forEach((one) => visit(one, read));
    const { type, name, expression } = node as Node;
    if (type === "Attribute") return READ.has(name as string) ? visit((node as Node)["value"], true) : undefined;
    if (type === "ExpressionTag" && read) printed(expression as Node);
    for (const [key, part] of Object.entries(node)) if (key !== "expression") visit(part, key === "fragment" || read || type === "Fragment");
  };
  visit(parse(code, { modern: true }).fragment, true);
  return found;
}

/** Commands for a terminal, where names are written. */
const COMMANDS = ["../src/school/SchoolPage.svelte"];

test("no component prints a person's name with an underline", () => {
  const wrong = Object.entries(sources).flatMap(([file, code]) => (COMMANDS.includes(file) ? [] : written(code).map((name) => `${file}: ${name}`)));
  expect(wrong).toEqual([]);
});

test.each([
  ["<p>{seat.name}</p>", ["seat.name"]],
  ["<b>{live.you?.name}</b>", ["live.you.name"]],
  ["<p title={line.person}>{withSpaces(line.person)}</p>", ["line.person"]],
  ["{#if a}<p>{mine ? '' : view.shooter || 'nobody'}</p>{/if}", ["view.shooter"]],
  ["<p>{seeds.map((one) => `${one.player} ${one.seed}`).join()}</p>", ["one.player"]],
  ["<p>{view.waiting.join()}</p>", ["view.waiting"]],
  ["<p>{one.students.map(withSpaces).join()} {say('a', { name: seat.name })} {sum(seat.name)}</p>", []],
  ["<input value={bot.name} />{#each seats as seat (seat.name)}{#if seat.name === me}{seat.sum}{/if}{/each}", []],
])("in %s the names printed as they are written are %j", (code, names) => {
  expect(written(code)).toEqual(names);
});
