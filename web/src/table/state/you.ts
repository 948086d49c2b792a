/** Sentences of the house about a person, said to that person: "you" instead of their own name. */

import { SECOND_PERSON } from "../../wire/messages";
import { withSpaces } from "../../words";

const VERBS: Readonly<Record<string, string>> = SECOND_PERSON;

/** "Ann puts $20 on the 6" is "You put $20 on the 6" for Ann. Sentences about others stay, with spaces in names. */
export function toYou(words: string, me: string): string {
  if (!me || !words.includes(me)) return withSpaces(words);
  const parts = words.split(/(: |; |\. )/);
  const said = parts.map((part, at) => (at % 2 ? part : clause(part, me, /[.]/.test(parts[at - 1] ?? "."))));
  return withSpaces(said.join(""));
}

function clause(words: string, me: string, first: boolean): string {
  const [name = "", verb = ""] = words.split(" ", 2);
  if (name === `${me}'s`) return `${first ? "Your" : "your"}${words.slice(name.length)}`;
  const yours = name === me ? VERBS[verb] : undefined;
  if (yours !== undefined) {
    const rest = words.slice(name.length + 1 + verb.length).replace(/(?<= and )\w+/g, (second) => VERBS[second] ?? second);
    return `${first ? "You" : "you"} ${yours}${rest}`;
  }
  return words
    .split(" ")
    .map((word, at, all) => (word === me && at > 0 && /^(from|to)$/.test(all[at - 1] ?? "") ? "you" : word))
    .join(" ");
}
