import { expect, it } from 'vitest'
import { initials } from './avatar.tsx'

it('draws the first letters of the first and the last word of a name', () => {
  expect(initials('Aino Lehtonen')).toBe('AL')
  expect(initials('  anna maria  von ahlgren ')).toBe('AA')
  expect(initials('Vantaan Runko Oy')).toBe('VO')
  expect(initials('Cher')).toBe('C')
})

it('takes letters of every script, whole ones, and digits, but no other signs', () => {
  expect(initials('Åsa Öberg')).toBe('ÅÖ')
  expect(initials('Мария Иванова')).toBe('МИ')
  expect(initials('𠮷田 太郎')).toBe('𠮷太')
  expect(initials('3D Mallit')).toBe('3M')
  expect(initials('Kone Oy (Lahti)')).toBe('KO')
  expect(initials('& Sons')).toBe('S')
})

it('has a point for whoever has no letter', () => {
  expect(initials('')).toBe('·')
  expect(initials(' … ')).toBe('·')
})
