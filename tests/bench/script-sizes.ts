import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { scriptsOf, workspaceScripts } from '#tests/setup/page-scripts.ts'

const publicPages = ['/', '/pricing', '/login', '/signup', '/forgot-password']
const workspaceLimit = 150

/** Gzipped KB of scripts that each page loads at first, including the texts of the longest language. */
export async function scriptSizes(url: string): Promise<{ page: string; kilobytes: number; limit: number }[]> {
  const ofPublic = publicPages.map(async (page) => {
    const scripts = new Set(scriptsOf(await (await fetch(url + page)).text()))
    const sizes = [...scripts].map((path) => gzipSync(readFileSync(join('build/client', path))).length / 1024)
    return { page, kilobytes: sizes.reduce((sum, size) => sum + size, 0), limit: 0 }
  })
  const heaviest = workspaceScripts()
    .sort((one, other) => other.kilobytes - one.kilobytes)
    .slice(0, 10)
    .map(({ page, kilobytes }) => ({ page, kilobytes, limit: workspaceLimit }))
  return [...(await Promise.all(ofPublic)), ...heaviest]
}
