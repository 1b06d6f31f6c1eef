import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

/** The attributes of the forms that are posted, and what is inside of them. */
function postedForms(source: string): { head: string; body: string }[] {
  return [...source.matchAll(/<(Form|form|PostForm)\b((?:[^>]|=>)*)>/g)].flatMap(
    ({ 0: tag, 1: name, 2: head = '', index }) => {
      if (tag.endsWith('/>') || (name !== 'PostForm' && !head.includes('method="post"'))) return []
      return [{ head, body: source.slice(index + tag.length, source.indexOf(`</${name}>`, index)) }]
    },
  )
}

it('no form leaves its errors to the browser: what is required is said in our words, all at once', () => {
  const files = readdirSync('app', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.tsx'))
  const forms = files.flatMap((file) =>
    postedForms(readFileSync(join('app', file), 'utf8')).map((form) => ({ file, ...form })),
  )
  expect(forms.length).toBeGreaterThan(100)
  const bubbling = forms.filter(
    ({ head, body }) => !/noValidate|getFormProps|\{\.\.\./.test(head) && /\brequired\b(?!=\{false\})/.test(body),
  )
  expect(bubbling.map(({ file }) => file)).toEqual([])
})
