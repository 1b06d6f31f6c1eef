import { expect, it } from 'vitest'
import { byteCounter } from './held-bytes.server.ts'

/** A counter of 10 bytes per address and 25 in all, and what gave way. */
function make() {
  const hold = byteCounter({ address: 10, all: 25 })
  const gaveWay: string[] = []
  const begin = (name: string, bytes: number, address = name.slice(0, 1)) => {
    const held = hold(address, (exceeded) => gaveWay.push(`${name}: ${exceeded}`))
    held.add(bytes)
    return held
  }
  return { begin, gaveWay }
}

it('lets the oldest request of an address give way, and no other address', () => {
  const { begin, gaveWay } = make()
  begin('b1', 10)
  begin('a1', 6)
  const second = begin('a2', 4)
  expect(gaveWay).toEqual([])
  second.add(1)
  expect(gaveWay).toEqual(['a1: address'])
  begin('a3', 10)
  expect(gaveWay).toEqual(['a1: address', 'a2: address'])
})

it('takes from the address that has most when all have too much', () => {
  const { begin, gaveWay } = make()
  begin('a1', 8)
  begin('b1', 5)
  begin('b2', 5)
  begin('c1', 7)
  expect(gaveWay).toEqual([])
  begin('d1', 1)
  expect(gaveWay).toEqual(['b1: all'])
})

it('never takes what is kept, and rather refuses the one that adds', () => {
  const { begin, gaveWay } = make()
  begin('a1', 9).keep()
  begin('a2', 2)
  expect(gaveWay).toEqual(['a2: address'])
  begin('b1', 9).keep()
  begin('c1', 7).keep()
  begin('d1', 1)
  expect(gaveWay).toEqual(['a2: address', 'd1: all'])
})

it('counts nothing of a request that is over or has given way', () => {
  const { begin, gaveWay } = make()
  const first = begin('a1', 10)
  first.release()
  first.release()
  first.add(100)
  const second = begin('a2', 10)
  begin('a3', 10)
  expect(gaveWay).toEqual(['a2: address'])
  second.add(100)
  second.release()
  expect(gaveWay).toEqual(['a2: address'])
})
