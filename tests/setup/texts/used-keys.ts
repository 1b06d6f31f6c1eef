import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { baseKey, namespaces, source } from './locales.ts'

export type SourceFile = { path: string; tree: ts.SourceFile }

/** The parsed modules of app/, without tests. */
export function sourceFiles(extension = /\.tsx?$/): SourceFile[] {
  return readdirSync('app', { recursive: true, encoding: 'utf8' })
    .map((file) => join('app', file).replaceAll('\\', '/'))
    .filter((file) => extension.test(file) && !/\.(test|d)\.tsx?$/.test(file))
    .map((path) => ({
      path,
      tree: ts.createSourceFile(
        path,
        readFileSync(path, 'utf8'),
        ts.ScriptTarget.Latest,
        true,
        path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
      ),
    }))
}

export function place({ path, tree }: SourceFile, node: ts.Node): string {
  return `${path}:${tree.getLineAndCharacterOfPosition(node.getStart()).line + 1}`
}

function visit(node: ts.Node, see: (node: ts.Node) => void): void {
  see(node)
  ts.forEachChild(node, (child) => visit(child, see))
}

const known = new Set([...source.keys()].map(baseKey))
const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** The namespaces of a module's `t`, from its useTranslation, getFixedT and, where it is given one, `TFunction<…>`. */
function namespacesOf({ path, tree }: SourceFile): string[] {
  const found = new Set<string>()
  visit(tree, (node) => {
    if (ts.isTypeReferenceNode(node) && node.typeName.getText() === 'TFunction')
      for (const name of node.typeArguments ?? []) {
        const namespace = ts.isLiteralTypeNode(name) && ts.isStringLiteral(name.literal) ? name.literal.text : ''
        if (namespaces.includes(namespace)) found.add(namespace)
      }
    if (!ts.isCallExpression(node)) return
    const name = ts.isPropertyAccessExpression(node.expression) ? node.expression.name.text : node.expression.getText()
    if (name !== 'useTranslation' && name !== 'getFixedT') return
    for (const argument of node.arguments) {
      const names = ts.isArrayLiteralExpression(argument) ? argument.elements : [argument]
      for (const each of names) if (ts.isStringLiteral(each) && namespaces.includes(each.text)) found.add(each.text)
    }
  })
  const folder = /^app\/features\/(\w+)\//.exec(path)?.[1] ?? 'ui'
  const feature = ['conversations', 'messages', 'files', 'presence'].includes(folder) ? 'chat' : folder
  if (found.size === 0 && namespaces.includes(feature)) found.add(feature)
  return found.size > 0 ? [...found] : ['ui']
}

/** The key in `t('key')` and `text('ns:key?count=1')`, without parameters. */
const keyPart = (text: string) => text.split('?')[0] ?? ''
const looksLikeKey = new RegExp(`^(${namespaces.join('|')}):[A-Za-z][\\w-]*(\\.[\\w-]+)*$`)

export type KeyUse = { used: Set<string>; missing: string[] }

/**
 * The keys that the code uses, and those without an English text. A template (`status.${state}`) uses all keys of its
 * form. Other literals count too if they are keys in the module's namespaces, because tables of keys are written that
 * way.
 */
export function keyUse(): KeyUse {
  const used = new Set<string>()
  const missing: string[] = []
  for (const file of sourceFiles()) {
    const own = namespacesOf(file)
    const candidates = (key: string) => (key.includes(':') ? [key] : own.map((namespace) => `${namespace}:${key}`))
    visit(file.tree, (node) => {
      for (const key of keysOfParts(node)) {
        used.add(key)
        if (!known.has(key) && !/\.action$|\.footer$/.test(key)) missing.push(`${place(file, node)} names ${key}`)
      }
      if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) {
        const key = keyPart(node.text)
        const found = candidates(key).filter((each) => known.has(each))
        for (const each of found) used.add(each)
        if (found.length === 0 && (looksLikeKey.test(key) || isTranslated(node)))
          missing.push(`${place(file, node)} names ${key}`)
      } else if (ts.isTemplateExpression(node)) {
        const found = keysOfForm(node, candidates)
        for (const each of found) used.add(each)
        const named = new RegExp(`^(${namespaces.join('|')}):\\w`).test(node.head.text)
        if (found.length === 0 && (named || (isTranslated(node) && node.head.text)) && !node.head.text.includes('?'))
          missing.push(`${place(file, node)} names ${node.getText()}, and no key is like that`)
      }
    })
  }
  return { used, missing }
}

/**
 * A mail (`template: 'invite'`) and a notification (`text: 'bidAwarded'` beside a `category`) name their texts by one
 * word.
 */
function keysOfParts(node: ts.Node): string[] {
  if (!ts.isPropertyAssignment(node) || !ts.isStringLiteral(node.initializer)) return []
  const [name, word] = [node.name.getText(), node.initializer.text]
  if (name === 'template') return ['subject', 'body', 'action', 'footer'].map((part) => `mail:${word}.${part}`)
  const beside = ts.isObjectLiteralExpression(node.parent)
    ? node.parent.properties.map((each) => each.name?.getText())
    : []
  if (name === 'text' && beside.includes('category'))
    return ['title', 'message'].map((part) => `notifications:texts.${word}.${part}`)
  return []
}

/**
 * The keys that a template may produce: `status.${state}`, `ns:event.${name}.title`, `${namespace}:refused.${reason}`.
 */
function keysOfForm(node: ts.TemplateExpression, candidates: (key: string) => string[]): string[] {
  const head = node.head.text
  if (head.includes('?')) return candidates(keyPart(head)).filter((key) => known.has(key))
  const rest = node.templateSpans.map((span) => escaped(keyPart(span.literal.text)))
  const startsWithNamespace = head === '' && /^:[a-z]+\\?\./.test(rest[0] ?? '')
  const named = /^([a-z]\w*:)?[a-z][\w.]*\.$/i.test(head) || (head === '' && isTranslated(node))
  const start = startsWithNamespace ? [''] : named ? candidates(head) : []
  if (start.length === 0) return []
  const form = new RegExp(`^(${start.map(escaped).join('|')})${rest.map((text) => `[\\w.-]+${text}`).join('')}$`)
  return [...known].filter((key) => form.test(key))
}

/** Whether a literal is the first argument of `t(…)` or `text(…)`. */
function isTranslated(node: ts.Node): boolean {
  const call = node.parent
  if (!ts.isCallExpression(call) || call.arguments[0] !== node) return false
  const name = ts.isPropertyAccessExpression(call.expression) ? call.expression.name.text : call.expression.getText()
  return name === 't' || (name === 'text' && /[:.]/.test(node.getText()))
}

export const allKeys = known
