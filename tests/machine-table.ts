import { expect, test } from 'vitest'

type AnyMachine<State extends string, Action extends string, Role extends string, Facts> = {
  next(state: State, action: Action, role: Role, facts: Facts): { ok: true; to: State } | { ok: false; reason: string }
  allowed(state: State, role: Role, facts: Facts): Action[]
}

/**
 * Tests a machine on every state × action × role. `table` has a line `state role action to` for each thing that is
 * possible while all guards are content; whatever has no line must be refused. `content` gives such facts to a role.
 */
export function testEveryStep<State extends string, Action extends string, Role extends string, Facts>(
  machine: AnyMachine<State, Action, Role, Facts>,
  all: { states: readonly State[]; actions: readonly Action[]; roles: readonly Role[] },
  table: string,
  content: (role: Role, state: State) => Facts,
): void {
  const rows = table
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
  const expected = new Map(rows.map(([state, role, action, to]) => [`${state} ${role} ${action}`, to]))
  const steps = all.states.flatMap((state) =>
    all.roles.flatMap((role) => all.actions.map((action) => ({ state, role, action }))),
  )

  test('the table of this test names only what exists, each once', () => {
    const known = new Set(steps.map(({ state, role, action }) => `${state} ${role} ${action}`))
    expect([...expected.keys()].filter((key) => !known.has(key))).toEqual([])
    expect(expected.size).toBe(rows.length)
  })

  test.each(all.states)('from %s', (from) => {
    const outcomes = steps
      .filter(({ state }) => state === from)
      .map(({ state, role, action }) => {
        const outcome = machine.next(state, action, role, content(role, state))
        return [`${state} ${role} ${action}`, outcome.ok ? outcome.to : undefined]
      })
    expect(outcomes).toEqual(outcomes.map(([key]) => [key, expected.get(String(key))]))
  })

  test('buttons show exactly what is possible', () => {
    for (const state of all.states) {
      for (const role of all.roles) {
        const shown = machine.allowed(state, role, content(role, state))
        expect([state, role, [...shown].sort()]).toEqual([
          state,
          role,
          all.actions.filter((action) => expected.has(`${state} ${role} ${action}`)).sort(),
        ])
      }
    }
  })
}

/** Every refusal a machine can give on any step, with any of these facts; each needs a text. */
export function refusalsOf<State extends string, Action extends string, Role extends string, Facts>(
  machine: AnyMachine<State, Action, Role, Facts>,
  all: { states: readonly State[]; actions: readonly Action[]; roles: readonly Role[] },
  facts: readonly Facts[],
): Set<string> {
  const found = new Set<string>()
  for (const state of all.states) {
    for (const action of all.actions) {
      for (const role of all.roles) {
        for (const one of facts) {
          const outcome = machine.next(state, action, role, one)
          if (!outcome.ok) found.add(outcome.reason)
        }
      }
    }
  }
  return found
}
