import { expect, it } from 'vitest'
import { columnsOf, rowsOf } from './columns-of-rows.ts'

type Row = { id: string; editedAt: number | null; kind: string; tags: string[]; reactions: Array<{ emoji: string }> }

const row = (id: string, more: Partial<Row> = {}): Row => ({
  ...{ id, editedAt: null, kind: 'user', tags: [], reactions: [{ emoji: id }] },
  ...more,
})

it('names what most rows have once, and of the others only what differs', () => {
  const rows = [row('a'), row('b', { editedAt: 5, tags: ['new'] }), row('c')]
  const columns = columnsOf(rows)
  expect(columns).toEqual({
    count: 3,
    usual: { editedAt: null, kind: 'user', tags: [] },
    other: { editedAt: { 1: 5 }, tags: { 1: ['new'] } },
    each: { id: ['a', 'b', 'c'], reactions: [[{ emoji: 'a' }], [{ emoji: 'b' }], [{ emoji: 'c' }]] },
  })
  expect(rowsOf(columns)).toEqual(rows)
})

it.each([
  ['none', []],
  ['one', [row('a', { editedAt: 5 })]],
  ['two that differ', [row('a', { editedAt: 5 }), row('b', { kind: 'system' })]],
  ['a value in exactly half of them', [row('a'), row('b', { editedAt: 1 }), row('c'), row('d', { editedAt: 2 })]],
  ['two values in halves', ['x', 'y', 'x', 'y'].map((kind) => row(kind, { kind }))],
])('gives the rows back: %s', (_, rows) => {
  expect(rowsOf(columnsOf(rows))).toEqual(rows)
})
