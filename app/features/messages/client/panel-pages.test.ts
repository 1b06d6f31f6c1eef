import { expect, it } from 'vitest'
import { placeOf } from './panel-pages.ts'

const id = '01a21a05-80f3-724a-8947-5fd96019a19c'
const plain = { at: 'conversation', id, message: null, wish: null }

it.each([
  ['/messages', { at: 'list' }],
  ['/messages/?filter=direct', { at: 'list' }],
  [`/messages/${id}`, plain],
  [`/messages/${id}?filter=direct`, plain],
  [`/messages/${id}?around=7#m7`, { ...plain, message: 7 }],
  [`/messages/${id}#m12`, { ...plain, message: 12 }],
  [`/messages/${id}?around=none`, plain],
  [`/messages/${id}?reply=m1#composer`, { ...plain, message: 'm1', wish: 'reply' }],
  [`/messages/${id}?edit=m1#composer`, { ...plain, message: 'm1', wish: 'edit' }],
  ['/messages/new?q=Bo', { at: 'page' }],
  ['/messages/groups', { at: 'page' }],
  [`/messages/groups/${id}`, { at: 'page' }],
  [`/messages/${id}/details#pinned`, { at: 'page' }],
  [`/messages/${id}/messages/m1`, { at: 'page' }],
  ['/team', { at: 'elsewhere' }],
  ['/messagesx', { at: 'elsewhere' }],
])('shows %s in the panel as what it is', (address, place) => {
  expect(placeOf(new URL(address, 'http://localhost'))).toEqual(place)
})
