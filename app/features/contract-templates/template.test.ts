import { expect, it } from 'vitest'
import { fillTemplate, unknownVariables } from './template.ts'

const values = { client: 'Koti Oy', provider: '{{client}} $& Oy', project: 'Sauna', amount: '1,00 €' }

it('fills in the variables once, whatever the values contain', () => {
  const terms = '1. {{provider}} builds {{ project }} for {{client}}: {{amount}} {{other}}'
  expect(fillTemplate(terms, values)).toBe('1. {{client}} $& Oy builds Sauna for Koti Oy: 1,00 € {{other}}')
})

it('names what is no variable', () => {
  expect(unknownVariables('{{client}} {{Client}} {{price}} {{price}} {{}}')).toEqual(['Client', 'price', ''])
  expect(unknownVariables('{client} and { {provider} }')).toEqual([])
})
