// Floods: one URL over many connections, each the dearest under its limit.
import { randomUUID } from 'node:crypto'
import { ownOrigin } from '#tests/setup/ask.ts'
import { type FloodCall, startFlood } from '#tests/setup/flood.ts'
import { type Arena, type Attack, pause } from './attack.ts'

type Call = { path: (arena: Arena) => string; form?: () => Record<string, string>; signedIn?: true }

const lines = (count: number) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, line) => [
      [`lines[${line}].description`, 'x'],
      [`lines[${line}].quantity`, 'many'],
      [`lines[${line}].unitPrice`, '-'],
    ]).flat(),
  )

const calls: Record<string, Call> = {
  'log in': { path: () => '/login', form: () => ({ email: `${randomUUID()}@example.org`, password: 'a wrong one' }) },
  'sign up': {
    path: () => '/signup',
    form: () => ({
      submissionId: randomUUID(),
      name: 'Mallory',
      email: `${randomUUID()}@example.org`,
      password: 'gravel-Otter-79-lantern',
      confirmPassword: 'gravel-Otter-79-lantern',
      accountType: 'individual',
      role: 'individual',
      acceptTerms: 'on',
    }),
  },
  'reset a password': { path: () => '/forgot-password', form: () => ({ email: `${randomUUID()}@example.org` }) },
  'guess a certificate': { path: () => `/verify/${'0'.repeat(64)}` },
  'guess a shared invoice': { path: () => `/shared/invoice/${randomUUID()}` },
  'search messages': { path: ({ group }) => `/messages/${group}/panel?search=concrete`, signedIn: true },
  'search people': { path: () => '/messages/new?q=person', signedIn: true },
  'list projects': { path: () => `/projects?view=open&q=${randomUUID()}`, signedIn: true },
  'send messages': {
    path: ({ group }) => `/messages/${group}`,
    form: () => ({ text: 'Buy this', clientId: randomUUID() }),
    signedIn: true,
  },
  'read files': { path: () => `/files/${randomUUID()}`, signedIn: true },
  'forms with 995 lines': {
    path: () => '/invoicing/new',
    form: () => ({ submissionId: randomUUID(), ...lines(995) }),
    signedIn: true,
  },
  'unknown pages': { path: () => `/${randomUUID()}` },
}

function callOf(call: Call, arena: Arena): FloodCall {
  const headers = {
    Accept: 'text/html',
    Origin: ownOrigin,
    ...(call.signedIn ? { Cookie: arena.attackers[0]?.cookie } : {}),
  }
  const common = { path: call.path(arena), ...(arena.from ? { localAddress: arena.from } : {}) }
  if (!call.form) return { ...common, method: 'GET', headers, body: '' }
  return {
    ...common,
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(call.form()).toString(),
  }
}

export const floods = Object.entries(calls).map(
  ([name, call]): Attack => ({
    name: `flood: ${name}`,
    async run(arena) {
      const flood = startFlood(arena.port, callOf(call, arena), 24)
      await Promise.race([flood.begun, pause(2000, arena.signal)])
      await pause(4000, arena.signal)
      const { statuses, failures } = await flood.end()
      const counts = Object.entries(statuses).map(([status, count]) => `${count} × ${status}`)
      return [...counts, ...(failures > 0 ? [`${failures} broken`] : [])].join(', ')
    },
  }),
)
