/** The files that import a file, by way of others too. */

import ts from "typescript";

/** The other files of the page that a file loads when it runs; types alone are not loaded. */
export function importsOf(name: string, code: string): string[] {
  const file = ts.createSourceFile(name, code, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if ((ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) && node.moduleSpecifier && !onlyTypes(node)) add(node.moduleSpecifier);
    if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) add(node.arguments[0]);
    ts.forEachChild(node, visit);
  };
  const add = (from: ts.Expression | undefined): void => {
    if (from && ts.isStringLiteral(from) && from.text.startsWith(".")) found.push(beside(name, from.text));
  };
  visit(file);
  return found;
}

function onlyTypes(node: ts.ImportDeclaration | ts.ExportDeclaration): boolean {
  if (ts.isExportDeclaration(node)) return node.isTypeOnly;
  const { importClause: clause } = node;
  if (!clause || clause.name) return false;
  const names = clause.namedBindings;
  return clause.isTypeOnly || (!!names && ts.isNamedImports(names) && names.elements.every((one) => one.isTypeOnly));
}

function beside(name: string, written: string): string {
  const path = new URL(written, `file:///${name}`).pathname.slice(1);
  return path.endsWith(".ts") || path.endsWith(".svelte.js") ? path : `${path}.ts`;
}

/** The tests that load each file, directly or by way of others. */
export function testsOf(files: ReadonlyMap<string, string>): Map<string, string[]> {
  const imports = new Map([...files].map(([name, code]) => [name, importsOf(name, code)]));
  const found = new Map<string, string[]>();
  for (const test of [...files.keys()].filter((name) => name.endsWith(".test.ts"))) {
    for (const name of reached(test, imports)) found.set(name, [...(found.get(name) ?? []), test]);
  }
  return found;
}

function reached(from: string, imports: ReadonlyMap<string, readonly string[]>): Set<string> {
  const seen = new Set([from]);
  for (const name of seen) for (const next of imports.get(name) ?? []) seen.add(next);
  return seen;
}
