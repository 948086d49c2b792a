/** The small changes that are made to the page's code, one at a time, to see whether a test notices. */

import ts from "typescript";

/** A part of a file, and what stands there instead. */
export interface Change {
  from: number;
  to: number;
  text: string;
}

/** Operators and the one that takes their place: a boundary moved, a comparison or a sum turned round. */
const OPERATORS: Readonly<Record<string, string>> = {
  "<": "<=", "<=": "<", ">": ">=", ">=": ">", "===": "!==", "!==": "===",
  "&&": "||", "||": "&&", "+": "-", "-": "+", "*": "/", "/": "*", "%": "*",
  "+=": "=", "-=": "=", "*=": "=", "??=": "=", "||=": "=", "&&=": "=",
};

/** Methods and the one that takes their place. */
const METHODS: Readonly<Record<string, string>> = {
  every: "some", some: "every", min: "max", max: "min", floor: "ceil", ceil: "floor", startsWith: "endsWith", endsWith: "startsWith",
  find: "findLast", findLast: "find", findIndex: "findLastIndex", findLastIndex: "findIndex", push: "unshift", pop: "shift",
};

/** Methods that are left out: what they were called on stands there alone. */
const LEFT_OUT = new Set(["filter", "slice", "sort", "toSorted", "reverse", "toReversed", "trim", "toLowerCase", "toUpperCase", "finally"]);

/** From here on a number is changed tenfold; smaller ones, which count or point, grow by one. */
const LARGE = 3;

/** Every small change of a file, in the order of its code. */
export function changesIn(name: string, code: string): Change[] {
  const file = ts.createSourceFile(name, code, ts.ScriptTarget.Latest, true);
  const found: Change[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node) || ts.isInterfaceDeclaration(node) || ts.isImportDeclaration(node)) return;
    for (const kind of KINDS) found.push(...kind(node));
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found.sort((a, b) => a.from - b.from || a.to - b.to);
}

/** The code with a change made. */
export function withChange(code: string, { from, to, text }: Change): string {
  return code.slice(0, from) + text + code.slice(to);
}

const KINDS: readonly ((node: ts.Node) => Change[])[] = [operator, method, literal, condition, not, statement, answer];

function put(node: ts.Node, text: string): Change {
  return { from: node.getStart(), to: node.getEnd(), text };
}

function operator(node: ts.Node): Change[] {
  if (!ts.isBinaryExpression(node)) return [];
  const { left, operatorToken: sign, right } = node;
  if (sign.kind === ts.SyntaxKind.QuestionQuestionToken) return [put(node, `(${left.getText()})`)];
  if (sign.getText() === "+" && (isText(left) || isText(right))) return [];
  const other = OPERATORS[sign.getText()];
  return other ? [put(sign, other)] : [];
}

function method(node: ts.Node): Change[] {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return [];
  const { expression: on, name } = node.expression;
  if (LEFT_OUT.has(name.text)) return [{ from: on.getEnd(), to: node.getEnd(), text: "" }];
  const other = Object.hasOwn(METHODS, name.text) && METHODS[name.text];
  return other ? [put(name, other)] : [];
}

function literal(node: ts.Node): Change[] {
  if (node.kind === ts.SyntaxKind.TrueKeyword) return [put(node, "false")];
  if (node.kind === ts.SyntaxKind.FalseKeyword) return [put(node, "true")];
  if (!ts.isNumericLiteral(node) || ts.isPropertyAssignment(node.parent) && node.parent.name === node) return [];
  const value = Number(node.text);
  return [put(node, String(value < LARGE ? value + 1 : value * 10))];
}

/** Conditions that always hold, and that never do. Of a loop only the second: the first would never end. */
function condition(node: ts.Node): Change[] {
  if (ts.isIfStatement(node)) return always(node.expression);
  if (ts.isConditionalExpression(node)) return always(node.condition);
  return ts.isWhileStatement(node) ? [put(node.expression, "false")] : [];
}

function always(node: ts.Expression): Change[] {
  return ["true", "false"].map((text) => put(node, text));
}

function not(node: ts.Node): Change[] {
  const is = ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken;
  return is ? [put(node, `(${node.operand.getText()})`)] : [];
}

/** Statements that are left out. */
function statement(node: ts.Node): Change[] {
  const plain = ts.isExpressionStatement(node) || ts.isThrowStatement(node) || ts.isBreakOrContinueStatement(node);
  const isReturn = ts.isReturnStatement(node) && ts.isBlock(node.parent) && !ts.isFunctionLike(node.parent.parent);
  return plain || isReturn ? [put(node, ";")] : [];
}

/** A text that is returned becomes empty, and an empty one not. */
function answer(node: ts.Node): Change[] {
  const returned = ts.isReturnStatement(node) ? node.expression : ts.isArrowFunction(node) ? node.body : undefined;
  if (!returned || !isText(returned)) return [];
  return [put(returned, returned.getText().length > 2 ? '""' : '"changed"')];
}

function isText(node: ts.Node): boolean {
  return ts.isStringLiteral(node) || ts.isTemplateLiteral(node);
}
