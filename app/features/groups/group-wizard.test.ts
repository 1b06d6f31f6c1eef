import { describe, expect, it } from 'vitest'
import { moveWizard, readMove, readWizard, splitTags, startWizard } from './group-wizard.ts'

const formOf = (fields: Record<string, string>) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}

describe('the steps of the Add Group wizard', () => {
  it('fill in the details from the template, once', () => {
    const chosen = { ...startWizard(), template: 'social' as const }
    const details = moveWizard(chosen, 'continue')
    expect(details).toMatchObject({ step: 2, privacy: 'public', settings: { allowInvites: true, allowCalls: false } })
    const changed = { ...details, privacy: 'private' as const, settings: { ...details.settings, allowCalls: true } }
    const again = moveWizard(moveWizard(changed, 'back'), 'continue')
    expect(again).toMatchObject({ step: 2, privacy: 'private', settings: { allowCalls: true } })
    const other = moveWizard({ ...moveWizard(changed, 'back'), template: 'department' }, 'continue')
    expect(other).toMatchObject({ privacy: 'invite-only', settings: { moderateMessages: true, allowInvites: false } })
  })

  it('go one at a time, and stay for a search', () => {
    const details = moveWizard(startWizard(), 'continue')
    const members = moveWizard(details, 'continue')
    expect([details.step, members.step]).toEqual([2, 3])
    expect(moveWizard(members, 'search')).toBe(members)
    expect(moveWizard(members, 'back').step).toBe(2)
  })

  it('ignore invalid choices of a form', () => {
    const wizard = readWizard(
      formOf({ step: '9', template: 'secret', filledFrom: 'x', privacy: 'open', name: 'A' }),
      [],
    )
    expect(wizard).toEqual({
      ...startWizard(),
      name: 'A',
      settings: { allowInvites: false, moderateMessages: false, allowFileSharing: false, allowCalls: false },
    })
    expect(readMove(formOf({ move: 'destroy' }))).toBe('continue')
  })

  it('split tags at commas, semicolons and line ends', () => {
    expect(splitTags('one, two;three\nfour')).toEqual(['one', ' two', 'three', 'four'])
  })
})
