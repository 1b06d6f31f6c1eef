import { expect, it } from 'vitest'
import { groupTypes } from '#db/vocabulary/chat.ts'
import { groupTemplates } from './group-wizard.ts'

const onOff = (value: boolean) => (value ? 'on' : 'off')

it('has a template for each type of group, with its defaults (GRP-1)', () => {
  const table = groupTemplates.map(({ groupType, settings }) => {
    const { allowInvites, moderateMessages, allowFileSharing, allowCalls } = settings
    return `${groupType} ${[allowInvites, moderateMessages, allowFileSharing, allowCalls].map(onOff).join('/')}`
  })
  expect(table).toEqual([
    'project on/off/on/on',
    'team off/on/on/on',
    'meeting on/off/off/on',
    'social on/off/on/off',
    'department off/on/on/on',
    'custom on/off/on/on',
  ])
  expect(groupTemplates.map(({ groupType }) => groupType)).toEqual([...groupTypes])
})
