import { expect, test } from 'vitest'
import { companyRoles, permissions, roles } from '#db/vocabulary/accounts.ts'
import {
  canChangeCompanyRole,
  canEditCompany,
  canUseModule,
  hasPermissions,
  isAdmin,
  permissionsOf,
} from './permissions.ts'

test('enterprise users manage their team, others read and write', () => {
  expect(Object.fromEntries(roles.map((role) => [role, permissionsOf(role).join(' ')]))).toEqual({
    user: 'read write',
    enterprise: 'read write manage_team',
    admin: 'read write',
    super_admin: 'read write',
  })
})

test('all listed permissions are required; admins and super admins pass', () => {
  const held = (role: (typeof roles)[number]) => permissions.filter((one) => hasPermissions(role, [one])).join(' ')
  expect(roles.map(held)).toEqual([
    'read write',
    'read write manage_team',
    'read write manage_team',
    'read write manage_team',
  ])
  expect(hasPermissions('user', ['write', 'manage_team'])).toBe(false)
  expect(hasPermissions('user', [])).toBe(true)
  expect(roles.filter(isAdmin)).toEqual(['admin', 'super_admin'])
})

test('company settings are for owners and managers', () => {
  expect(companyRoles.filter(canEditCompany)).toEqual(['owner', 'manager'])
})

test('who may change whose company role, with two owners', () => {
  const targets = [...companyRoles, null]
  const may = companyRoles.map((actor) => [
    actor,
    companyRoles.flatMap((from) =>
      targets.filter((to) => canChangeCompanyRole({ actor, from, to, owners: 2 })).map((to) => `${from} ${to}`),
    ),
  ])
  expect(Object.fromEntries(may)).toEqual({
    owner: [
      'owner owner',
      'owner manager',
      'owner member',
      'owner null',
      'manager owner',
      'manager manager',
      'manager member',
      'manager null',
      'member owner',
      'member manager',
      'member member',
      'member null',
    ],
    manager: ['member manager', 'member member', 'member null'],
    member: [],
  })
})

test('the last owner stays', () => {
  for (const to of ['manager', 'member', null] as const) {
    expect(canChangeCompanyRole({ actor: 'owner', from: 'owner', to, owners: 1 })).toBe(false)
  }
  expect(canChangeCompanyRole({ actor: 'owner', from: 'member', to: null, owners: 1 })).toBe(true)
})

test('modules: owners and managers use all of them, members the ones set for them', () => {
  const set = ['none', 'read', 'write', null] as const
  const uses = (companyRole: (typeof companyRoles)[number], wanted: 'read' | 'write') =>
    set.map((access) => canUseModule(companyRole, access, wanted))
  expect(uses('owner', 'write')).toEqual([true, true, true, true])
  expect(uses('manager', 'read')).toEqual([true, true, true, true])
  expect(uses('member', 'read')).toEqual([false, true, true, true])
  expect(uses('member', 'write')).toEqual([false, false, true, true])
})
