import { expect, it } from 'vitest'
import { readLines } from './read-table.server.ts'

const read = (text: string) => readLines(new TextEncoder().encode(text), 'csv')

it.each(['\r\n', '\n', '\r'])('lines that end in %j and in another way are lines of their own', async (end) => {
  for (const other of ['\r\n', '\n', '\r']) {
    const lines = await read(`Text,Price${end}First,${other}Second,900${end}`)
    expect(lines.map(({ line, cells }) => [line, ...cells])).toEqual([
      [1, 'Text', 'Price'],
      [2, 'First', ''],
      [3, 'Second', '900'],
    ])
  }
})

it('a line break in quotes belongs to its cell, and the lines are counted with it', async () => {
  const lines = await read('Text,Price\r\n"Two\nlines",1\r\nLast,2\r\n')
  expect(lines.map(({ line, cells }) => [line, ...cells])).toEqual([
    [1, 'Text', 'Price'],
    [2, 'Two\nlines', '1'],
    [4, 'Last', '2'],
  ])
})
