/** The parts of a machine. Every name is a literal union, so that a table with a typo does not compile. */
type MachineParts = {
  /** Namespace of the refusal texts: `bids` gives `bids:refused.wrongState`. */
  namespace: string
  state: string
  action: string
  role: string
  facts: object
  /** Refusals by this machine's own guards; `wrongState` and `forbiddenRole` always exist. */
  refusal: string
}

type Guard<M extends MachineParts> = (facts: M['facts']) => M['refusal'] | null

/** One transition. Nothing else is possible. */
type Transition<M extends MachineParts> = {
  from: M['state'] | readonly M['state'][]
  action: M['action']
  by: M['role'] | readonly M['role'][]
  to: M['state'] | ((facts: M['facts']) => M['state'])
  /** A precondition that decides whether a button shows. Null allows the action. */
  when?: Guard<M>
  /** A check of the actor's input (a reason, a split), made when the action is done, not when its button shows. */
  input?: Guard<M>
}

export type RefusalKey<M extends MachineParts> =
  `${M['namespace']}:refused.${M['refusal'] | 'wrongState' | 'forbiddenRole'}`

type Outcome<M extends MachineParts> = { ok: true; to: M['state'] } | { ok: false; reason: RefusalKey<M> }

/** Facts are optional only if none of them is required. */
type FactsArgument<F> = Record<never, never> extends F ? [facts?: F] : [facts: F]

type Machine<M extends MachineParts> = {
  /** The state that the action leads to, or the translation key of the refusal. */
  next(state: M['state'], action: M['action'], role: M['role'], ...facts: FactsArgument<M['facts']>): Outcome<M>
  /** The actions that a role may do now; the page shows them as buttons. */
  allowed(state: M['state'], role: M['role'], ...facts: FactsArgument<M['facts']>): M['action'][]
}

/**
 * Builds a state machine from a table of transitions (docs/product.md). It denies by default. A role that may never do
 * an action gets `forbiddenRole` whatever the state is, so that it learns nothing about the state.
 */
export function defineMachine<M extends MachineParts>(definition: {
  namespace: M['namespace']
  transitions: readonly Transition<M>[]
}): Machine<M> {
  const { namespace, transitions } = definition
  const refuse = (why: M['refusal'] | 'wrongState' | 'forbiddenRole'): Outcome<M> => ({
    ok: false,
    reason: `${namespace}:refused.${why}` as RefusalKey<M>,
  })

  function step(
    state: M['state'],
    action: M['action'],
    role: M['role'],
    facts: M['facts'],
    withInput: boolean,
  ): Outcome<M> {
    const ofRole = transitions.filter((arrow) => arrow.action === action && includes(arrow.by, role))
    if (ofRole.length === 0) return refuse('forbiddenRole')
    const arrow = ofRole.find((candidate) => includes(candidate.from, state))
    if (!arrow) {
      const others = transitions.some((other) => other.action === action && includes(other.from, state))
      return refuse(others ? 'forbiddenRole' : 'wrongState')
    }
    const refusal = arrow.when?.(facts) ?? (withInput ? arrow.input?.(facts) : null) ?? null
    if (refusal !== null) return refuse(refusal)
    return { ok: true, to: typeof arrow.to === 'function' ? arrow.to(facts) : arrow.to }
  }

  return {
    next: (state, action, role, ...rest) => step(state, action, role, rest[0] ?? {}, true),
    allowed: (state, role, ...rest) => {
      const actions = new Set(transitions.map((arrow) => arrow.action))
      return [...actions].filter((action) => step(state, action, role, rest[0] ?? {}, false).ok)
    },
  }
}

function includes(one: string | readonly string[], value: string): boolean {
  return typeof one === 'string' ? one === value : one.includes(value)
}
