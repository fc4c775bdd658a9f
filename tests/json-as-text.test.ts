import path from 'node:path';
import {
  type Expression,
  isBinaryExpression,
  isCallExpression,
  isIdentifier,
  isPropertyAccessExpression,
  isTaggedTemplateExpression,
  isTemplateSpan,
  type Node,
  SyntaxKind,
} from 'typescript/unstable/ast';
import { API, type Checker, type Type, TypeFlags } from 'typescript/unstable/sync';
import { expect, it } from 'vitest';
import { packageRoot } from '../src/schema/validate.js';

/** Functions that convert their argument to a primitive value. */
const CONVERTING = new Set(['String', 'Number', 'BigInt', 'parseInt', 'parseFloat']);
/** Methods that convert the elements of a list to texts. */
const JOINING = new Set(['join', 'sort', 'toSorted']);
/** Operators that convert objects to primitive values. */
const OPERATORS = new Set([
  SyntaxKind.PlusToken,
  SyntaxKind.PlusEqualsToken,
  SyntaxKind.MinusToken,
  SyntaxKind.LessThanToken,
  SyntaxKind.LessThanEqualsToken,
  SyntaxKind.GreaterThanToken,
  SyntaxKind.GreaterThanEqualsToken,
  SyntaxKind.EqualsEqualsToken,
]);

/** The expressions that a node converts to a text or a number. */
function convertedBy(node: Node): readonly Expression[] {
  if (isTemplateSpan(node))
    return isTaggedTemplateExpression(node.parent.parent) ? [] : [node.expression];
  if (isBinaryExpression(node))
    return OPERATORS.has(node.operatorToken.kind) ? [node.left, node.right] : [];
  if (!isCallExpression(node)) return [];
  const { expression: called, arguments: given } = node;
  if (isIdentifier(called)) return CONVERTING.has(called.text) ? given.slice(0, 1) : [];
  if (!isPropertyAccessExpression(called)) return [];
  const { name, expression: list } = called;
  // As in `list.map(String)`.
  if (given.some((one) => isIdentifier(one) && CONVERTING.has(one.text))) return [list];
  return JOINING.has(name.text) && (name.text === 'join' || given.length === 0) ? [list] : [];
}

/**
 * Whether a value of the type may be any JSON value. Its conversion throws if it is an object with
 * a member `toString`.
 */
function mayBeAnyJson(checker: Checker, type: Type): boolean {
  if ((type.flags & TypeFlags.AnyOrUnknown) !== 0) return true;
  if (type.isUnionType()) return type.getTypes().some((one) => mayBeAnyJson(checker, one));
  if (checker.isArrayType(type) && type.isTypeReference())
    return checker.getTypeArguments(type).some((one) => mayBeAnyJson(checker, one));
  return /^(\{\}|object|Members|ProductRecord|Record<string, unknown>)$/.test(
    checker.typeToString(type),
  );
}

it('converts no JSON value to a text or a number except by `textOfValue`', () => {
  const api = new API({ cwd: packageRoot });
  try {
    const snapshot = api.updateSnapshot({
      openProjects: [path.join(packageRoot, 'tsconfig.json')],
    });
    const { program, checker } = snapshot.getProjects()[0] ?? expect.unreachable();
    const sources = program
      .getSourceFileNames()
      .map((name) => path.relative(packageRoot, name).replaceAll(path.sep, '/'))
      .filter((name) =>
        /^(src|suites)\/(?!reference\/|selftest\/|clients\/broken\/).*(?<!\.test)\.ts$/.test(name),
      );
    const wrong = sources.flatMap((name) => {
      const file = program.getSourceFile(path.join(packageRoot, name)) ?? expect.unreachable();
      const converted: Expression[] = [];
      const visit = (node: Node): void => {
        converted.push(...convertedBy(node));
        node.forEachChild(visit);
      };
      file.forEachChild(visit);
      return checker.getTypeAtLocation(converted).flatMap((type, at) => {
        const text = converted[at]?.getText() ?? '';
        return type !== undefined && mayBeAnyJson(checker, type)
          ? [`${name}: ${text} is of the type ${checker.typeToString(type)}`]
          : [];
      });
    });
    expect(wrong).toEqual([]);
    expect(sources.length).toBeGreaterThan(500);
  } finally {
    api.close();
  }
});
