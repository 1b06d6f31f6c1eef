import type { Module } from '#db/vocabulary/accounts.ts'
import { type ProjectRole, projectRoles } from '#db/vocabulary/projects.ts'

/** The modules in which work on a project happens, and which its roles divide among people. */
export const projectModules = ['projects', 'bids', 'contracts', 'escrow'] as const satisfies Module[]
export type ProjectModule = (typeof projectModules)[number]

/** Where each role acts on its project, and of what it is told (PROJ-26). Everywhere else it reads, if the company lets it. */
const actsIn: Record<ProjectRole, readonly Module[]> = {
  lead: projectModules,
  buyer: ['projects', 'bids', 'contracts'],
  supervisor: ['contracts', 'escrow'],
  evaluator: [],
  reader: [],
}

/** Whether a role acts in a module on its project. It says nothing of the company's right, which is needed as well. */
export const roleActsIn = (role: ProjectRole, module: ProjectModule): boolean => actsIn[role].includes(module)

/** The roles that score bids by criteria, where they may see the bids. */
export const scoringRoles: readonly ProjectRole[] = ['lead', 'buyer', 'evaluator']

/** The roles that are told of what concerns these modules: those that act in all of them. */
export const rolesToldOf = (modules: readonly Module[]): ProjectRole[] =>
  projectRoles.filter((role) => modules.length > 0 && modules.every((module) => actsIn[role].includes(module)))

/** The roles that a side of a project gives to its people. A provider neither buys there nor scores. */
export const rolesOfSide = (side: 'client' | 'provider'): readonly ProjectRole[] =>
  side === 'client' ? projectRoles : ['lead', 'supervisor', 'reader']
