import { expect, it } from 'vitest'
import { z } from 'zod'
import { acrossFields } from './across-fields.ts'
import { optionalDay, optionalQuantity, requiredText } from './field-schemas.ts'

const schema = acrossFields(
  z.object({
    title: requiredText(10),
    from: optionalDay,
    to: optionalDay,
    rows: z.array(z.object({ quantity: optionalQuantity({ decimalMark: ',' }) })),
  }),
  ({ title, from, to }, { refuse, rows, hasWrong }) => {
    if (from && to && to < from) refuse('backwards', 'to')
    if (!title) refuse('required again', 'title')
    for (const [index, row] of rows('rows').entries()) if (row?.quantity === 7000) refuse('seven', 'rows', index)
    if (hasWrong) refuse('more is wrong', 'from')
  },
)
const backwards = { title: 'Roof', from: '2030-05-02', to: '2030-05-01', rows: [{ quantity: '7' }] }
const said = (form: unknown) =>
  schema.safeParse(form).error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`)

it('asks a rule of the fields and rows that are right, whatever else is wrong, and says of a field once what is wrong with it', () => {
  expect(said(backwards)).toEqual(['to backwards', 'rows.0 seven'])
  expect(said({ ...backwards, title: '', rows: [{ quantity: 'x' }, { quantity: '7' }, { quantity: '0' }] })).toEqual([
    'title validation:required',
    'rows.0.quantity validation:quantity',
    'rows.2.quantity validation:quantityPositive',
    'to backwards',
    'rows.1 seven',
    'from more is wrong',
  ])
  expect(said({ ...backwards, from: 'x' })).toEqual(['from validation:date', 'rows.0 seven'])
  expect(said({ ...backwards, to: '2030-05-03', rows: [] })).toBeUndefined()
})

it('leaves what is no form to zod', () => {
  expect(said('x')).toHaveLength(1)
})
