import cluster from 'node:cluster'

/**
 * What this process does. With `WEB_PROCESSES` of 1 one process does `all`. With more there are one `writer`, which alone
 * writes, holds sockets and runs jobs, and as many `renderer`s, which accept connections and render pages (decision 53).
 */
export type Role = 'all' | 'writer' | 'renderer'

/** The settings that the supervisor gives its processes. Nobody else sets them. */
export type RoleSettings = {
  GROUNDWORK_ROLE: Exclude<Role, 'all'>
  /** The path of the socket on which the writer listens. Only this user's processes reach it. */
  GROUNDWORK_WRITER: string
}

const given = process.env as Partial<RoleSettings>

export const role: Role = (cluster.isWorker && given.GROUNDWORK_ROLE) || 'all'
export const writerSocket: string = given.GROUNDWORK_WRITER ?? ''
