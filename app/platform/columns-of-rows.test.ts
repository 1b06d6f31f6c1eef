import { expect, it } from 'vitest'
import { columnsOf, rowsOf } from './columns-of-rows.ts'

it('gives the rows back, with what is null or nested', () => {
  const rows = [
    { id: 'a', editedAt: null, reactions: [{ emoji: '👍' }] },
    { id: 'b', editedAt: 5, reactions: [] },
  ]
  const columns = columnsOf(rows)
  expect(columns).toEqual({ id: ['a', 'b'], editedAt: [null, 5], reactions: [[{ emoji: '👍' }], []] })
  expect(rowsOf(columns)).toEqual(rows)
  expect(rowsOf(columnsOf<{ id: string }>([]))).toEqual([])
})
