import { describe, expect, it } from 'vitest'
import { initials } from '#app/ui/avatar.tsx'
import { toneOf } from '#app/ui/tones.ts'
import { errorsOf } from './error-summary.tsx'
import { controlOf, initialText, initialTexts } from './field-frame.tsx'

const field = { id: 'f1-title', name: 'title', initialValue: 'Kitchen', errors: ['validation:required'] }

describe('a control', () => {
  it('takes its name, id and errors from conform', () => {
    const { attributes, errors } = controlOf({ field, label: 'Title', hint: 'Short' })
    expect(errors).toEqual(['validation:required'])
    expect(attributes).toMatchObject({
      id: 'f1-title',
      name: 'title',
      'aria-invalid': true,
      'aria-describedby': 'f1-title-hint f1-title-error',
    })
  })

  it('works with a plain name', () => {
    expect(controlOf({ name: 'email', label: 'Email' }).attributes).toEqual({
      id: 'email',
      name: 'email',
      required: undefined,
      'aria-invalid': undefined,
      'aria-describedby': undefined,
    })
  })

  it('starts with the override, else with the user’s input', () => {
    expect(initialText(field, undefined)).toBe('Kitchen')
    expect(initialText(field, 'Roof')).toBe('Roof')
    expect(initialText(undefined, 0)).toBe('0')
    expect(initialText({ ...field, initialValue: { a: 1 } }, null)).toBeUndefined()
    expect(initialTexts({ ...field, initialValue: ['a', 'b'] }, undefined)).toEqual(['a', 'b'])
    expect(initialTexts({ ...field, initialValue: 'a' }, undefined)).toEqual(['a'])
    expect(initialTexts(undefined, undefined)).toEqual([])
  })
})

it('links the errors of a form to their inputs, with their labels', () => {
  const allErrors = {
    ...{ 'lines[1].price': ['f'], 'lines[1].unit': ['b'], lines: ['c'], 'lines[0].id': ['d'], title: ['a'], '': ['e'] },
  }
  const fields = { unit: 'Unit', price: 'Price' }
  const lines = { label: 'Lines', row: (index: number) => `Line ${index + 1}`, fields }
  const errors = errorsOf({ id: 'f1', allErrors }, { title: 'Title', lines }, (row, label) => `${row}, ${label}`)
  expect(errors).toEqual([
    { fieldId: 'f1-title', label: 'Title', message: 'a' },
    { fieldId: 'f1-lines', label: 'Lines', message: 'c' },
    { fieldId: 'f1-lines[0].id', label: 'Line 1', message: 'd' },
    { fieldId: 'f1-lines[1].unit', label: 'Line 2, Unit', message: 'b' },
    { fieldId: 'f1-lines[1].price', label: 'Line 2, Price', message: 'f' },
    { message: 'e' },
  ])
})

it('finds the tone of a status in any spelling', () => {
  expect([toneOf('in_progress'), toneOf('In progress'), toneOf('PAID'), toneOf('overdue'), toneOf('whatever')]).toEqual(
    ['info', 'info', 'success', 'danger', 'neutral'],
  )
})

it('abbreviates names', () => {
  expect([
    initials('Liisa Maria Laine'),
    initials('Matti'),
    initials('  '),
    initials('Åsa & Öberg'),
    initials('😀'),
  ]).toEqual(['LL', 'M', '·', 'ÅÖ', '·'])
})
