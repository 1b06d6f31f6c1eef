import ts from 'typescript'
import { place, sourceFiles } from './used-keys.ts'

/** Pages for developers only. */
const developersOnly = /^app\/(ui\/showcase\/|features\/site\/routes\/dev-)/

/** Attributes whose text people read, on elements and on our components. */
const readAttributes = new Set([
  'aria-label',
  'aria-description',
  'aria-roledescription',
  'aria-valuetext',
  'alt',
  'title',
  'placeholder',
  'label',
  'hint',
  'description',
  'text',
  'heading',
  'caption',
  'summary',
])

/** Names that stay the same in every language. */
const untranslatable =
  /^(Groundwork|UBL|Finvoice|Peppol|IBAN|BIC|CSV|PDF|XML|SHA-256|EPC|RF|ICS|e-?mail@|https?:|kg|km|m[²³]?|x)$/i
const key = /^[a-z]\w*:[\w.-]+(\?.*)?$/i

function isText(value: string): boolean {
  const text = value.trim()
  return /\p{L}/u.test(text) && !key.test(text) && !untranslatable.test(text)
}

/** Places where a component contains untranslatable literal text. */
export function literalTexts(): string[] {
  const findings: string[] = []
  for (const file of sourceFiles(/\.tsx$/)) {
    if (developersOnly.test(file.path)) continue
    const report = (node: ts.Node, text: string) =>
      findings.push(`${place(file, node)} says "${text.trim().replace(/\s+/g, ' ').slice(0, 60)}"`)
    const visit = (node: ts.Node): void => {
      if (ts.isJsxText(node) && isText(node.text)) report(node, node.text)
      else if (ts.isJsxAttribute(node) && node.initializer && readAttributes.has(node.name.getText())) {
        const inner = ts.isJsxExpression(node.initializer) ? node.initializer.expression : node.initializer
        for (const literal of spoken(inner)) if (isText(literal.text)) report(literal, literal.text)
      } else if (ts.isJsxExpression(node) && (ts.isJsxElement(node.parent) || ts.isJsxFragment(node.parent))) {
        for (const literal of spoken(node.expression)) if (isText(literal.text)) report(literal, literal.text)
      }
      ts.forEachChild(node, visit)
    }
    visit(file.tree)
  }
  return findings
}

type Literal = ts.StringLiteralLike | ts.TemplateLiteralLikeNode

/** The literals that an expression may evaluate to: `'a'`, `x ? 'a' : 'b'`, `x && 'a'`, and the words of a template. */
function spoken(expression: ts.Node | undefined): Literal[] {
  if (!expression) return []
  if (ts.isStringLiteralLike(expression)) return [expression]
  if (ts.isParenthesizedExpression(expression)) return spoken(expression.expression)
  if (ts.isConditionalExpression(expression)) return [...spoken(expression.whenTrue), ...spoken(expression.whenFalse)]
  if (ts.isBinaryExpression(expression) && expression.operatorToken.kind !== ts.SyntaxKind.EqualsEqualsEqualsToken)
    return spoken(expression.right)
  if (ts.isTemplateExpression(expression))
    return [expression.head, ...expression.templateSpans.map((span) => span.literal)].filter((part) =>
      /\s?\p{L}{2,}\s/u.test(part.text),
    )
  return []
}
