import { afterAll, beforeAll, expect, it } from 'vitest'
import { shortened } from '#app/features/conversations/ui/conversation-preview.ts'
import { createConversation, say } from '#tests/factories/chat.ts'
import { createPerson } from '#tests/factories/people.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { startServer, type TestServer } from '#tests/setup/server.ts'
import { signedIn } from '#tests/setup/sign-in.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

/** The HTML of the texts on a conversation's page, without attributes and comments. */
async function shown(text: string): Promise<string> {
  const db = testDatabase()
  const anna = createPerson(db)
  const id = createConversation(db, { members: [anna, createPerson(db)] }).id
  say(anna, id, text)
  const page = await server.ask(`/messages/${id}`, { cookie: (await signedIn(anna)).cookie })
  const [, html = ''] =
    /<(?:div|span) dir="auto" class="message-text">(.*?)<span>(?:<!--.*?-->)*<time /s.exec(page.text) ?? []
  return html.replace(/<!--.*?-->/g, '').replace(/<(\w+)(?! start) [^>]*>/g, '<$1>')
}

it.each([
  ['- *one*\n- two', '<ul><li><strong>one</strong></li><li>two</li></ul></div>'],
  ['4. four\n5. five', '<ol start="4"><li>four</li><li>five</li></ol></div>'],
  ['> a\n> _b_\nc', '<blockquote>a\n<em>b</em></blockquote>c</div>'],
  ['```\na < b\n```', '<pre><code>a &lt; b</code></pre></div>'],
  ['- <img src=x onerror=alert(1)>', '<ul><li>&lt;img src=x onerror=alert(1)&gt;</li></ul></div>'],
  ['just `this`', 'just <code>this</code></span>'],
])('shows %j as elements that say what it is', async (text, html) => expect(await shown(text)).toBe(html))

it('is one line in lists', () =>
  expect(shortened('Bring:\n- a *saw*\n- `x`\n```\ncode\n```')).toBe('Bring: - a saw - x code'))
