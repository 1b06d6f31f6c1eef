import net from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { fail } from './process.mjs'

const demoPassword = 'groundwork-demo'

const demoPeople = [
  ['client@example.com', 'owner of the client company'],
  ['provider@example.com', 'owner of the provider company'],
  ['member@example.com', 'member of the provider company'],
  ['user@example.com', 'individual'],
  ['admin@example.com', 'platform admin'],
  ['root@example.com', 'super admin'],
]

/** Reports a port in use before building or seeding anything. */
export async function checkPort(port) {
  if (port !== 0 && (await answers(port)))
    fail(`Port ${port} is taken already. Stop what runs there, or choose another one: PORT=3001 npm start`)
}

function answers(port) {
  return new Promise((resolve) => {
    const socket = net.connect({ port, host: '127.0.0.1' })
    socket.once('error', () => resolve(false))
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
  })
}

/** Once the server responds, prints its URL and the demo accounts. In production there are none. */
export async function announce(port) {
  while (port !== 0 && !(await answers(port))) await wait(100, undefined, { ref: false })
  const address = process.env.PUBLIC_URL || `http://localhost:${port || '(see the log)'}`
  const width = Math.max(...demoPeople.map(([email]) => email.length))
  const people = demoPeople.map(([email, who]) => `    ${email.padEnd(width)}  ${who}`)
  console.log(
    `\n✓ Groundwork is at ${address}\n\n  Sign in with the password ${demoPassword} as\n${people.join('\n')}\n\n  Stop it with Ctrl+C.\n`,
  )
}
