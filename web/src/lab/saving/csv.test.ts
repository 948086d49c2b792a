import { expect, test } from "vitest";
import { csv } from "./csv";

test("a table has every field, in the order in which they come", () => {
  expect(csv([{ house: "nsw", clauses: ["8.1", "6.2"], edge: 0.5 }, { house: "x", point: 4, edge: null }])).toBe("house,clauses,edge,point\r\nnsw,8.1 6.2,0.5,\r\nx,,,4\r\n");
});

test("a field with a comma, a quotation mark or a new line is quoted", () => {
  expect(csv([{ pays: "1 to 1, 2 ties", says: 'the "field"', words: "a\nb" }])).toBe('pays,says,words\r\n"1 to 1, 2 ties","the ""field""","a\nb"\r\n');
});
