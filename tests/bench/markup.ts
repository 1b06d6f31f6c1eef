import { createElement, type ReactNode } from 'react'

const empty = new Set(['area', 'br', 'col', 'hr', 'img', 'input', 'link', 'meta', 'source', 'wbr'])
const renamed: Record<string, string> = {
  class: 'className',
  for: 'htmlFor',
  autocomplete: 'autoComplete',
  tabindex: 'tabIndex',
}
const unescaped = (text: string) =>
  text.replace(/&(#x[0-9a-f]+|#\d+|amp|lt|gt|quot);/gi, (_whole, name: string) => {
    if (name.startsWith('#x')) return String.fromCodePoint(Number.parseInt(name.slice(2), 16))
    if (name.startsWith('#')) return String.fromCodePoint(Number(name.slice(1)))
    return { amp: '&', lt: '<', gt: '>', quot: '"' }[name.toLowerCase()] ?? ''
  })

type Node = { tag: string; props: Record<string, unknown>; children: (Node | string)[] }

/** Parses a page's body without scripts into a tree, so that a stock route can stream the same markup. */
export function parseBody(html: string): Node[] {
  const body = (/<body[^>]*>([\s\S]*)<\/body>/.exec(html)?.[1] ?? '').replace(
    /<script[\s\S]*?<\/script>|<style[\s\S]*?<\/style>|<!--[\s\S]*?-->/g,
    '',
  )
  const root: Node = { tag: 'root', props: {}, children: [] }
  const open: Node[] = [root]
  for (const [token, closing, tag, attributes = ''] of body.matchAll(
    /<(\/)?([a-zA-Z][\w-]*)((?:\s+[^\s=>/]+(?:="[^"]*")?)*)\s*\/?>|[^<]+/g,
  )) {
    const top = open.at(-1) ?? root
    if (!tag) top.children.push(unescaped(token))
    else if (closing) open.pop()
    else {
      const node: Node = { tag, props: propsOf(attributes), children: [] }
      top.children.push(node)
      if (!empty.has(tag) && !token.endsWith('/>')) open.push(node)
    }
  }
  return root.children.filter((child): child is Node => typeof child !== 'string')
}

function propsOf(attributes: string): Record<string, unknown> {
  const props: Record<string, unknown> = {}
  for (const [, name = '', value] of attributes.matchAll(/([^\s=>/]+)(?:="([^"]*)")?/g)) {
    if (name === 'style' || name === 'value' || name === 'selected' || name === 'checked') continue
    props[renamed[name] ?? name] = value === undefined ? true : unescaped(value)
  }
  return props
}

/** Created for each request, like a component's elements. */
export function elements(nodes: readonly (Node | string)[]): ReactNode[] {
  return nodes.map((node, index) =>
    typeof node === 'string'
      ? node
      : createElement(node.tag, { ...node.props, key: index }, ...(empty.has(node.tag) ? [] : elements(node.children))),
  )
}
