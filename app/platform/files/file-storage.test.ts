import { mkdtempSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { diskStorage } from './file-storage.server.ts'

const folder = join(mkdtempSync(join(tmpdir(), 'file-storage-')), 'files')
const storage = diskStorage(folder)
const left = () => readdirSync(folder)

it('has a file once it was put, in parts as they are asked for, until it is removed', async () => {
  writeFileSync(storage.incomingPath('plan'), '0123456789')
  expect(await storage.stat('plan')).toBeNull()
  await storage.put('plan')
  expect(await storage.stat('plan')).toEqual({ size: 10 })
  expect((await buffer(storage.read('plan', { start: 3, end: 5 }))).toString()).toBe('345')
  for (const name of ['plan', 'plan']) await storage.remove(name)
  expect(await storage.stat('plan')).toBeNull()
  expect(left()).toEqual([])
})

it('copies a file, which stays when the other is removed, and is as new as any', async () => {
  writeFileSync(storage.incomingPath('plan'), 'A plan')
  await storage.put('plan')
  utimesSync(join(folder, 'plan'), 1000, 1000)
  await storage.copy('plan', 'copy')
  await storage.remove('plan')
  expect(await storage.stat('copy')).toEqual({ size: 6 })
  const old: string[] = []
  for await (const name of storage.listBefore(2_000_000)) old.push(name)
  expect(old).toEqual([])
  await storage.remove('copy')
  await expect(storage.copy('plan', 'other')).rejects.toThrow('ENOENT')
})

it('removes what came and was not put, by its name or by its age', async () => {
  for (const name of ['given-up', 'old', 'new', 'stored']) writeFileSync(storage.incomingPath(name), name)
  await storage.put('stored')
  await storage.remove('given-up')
  utimesSync(storage.incomingPath('old'), 1000, 1000)
  await storage.removeIncoming(2_000_000)
  expect(await storage.stat('stored')).toEqual({ size: 6 })
  await storage.put('new')
  expect(left().sort()).toEqual(['new', 'stored'])
})

it('lists what was put before a time, and not what has only come', async () => {
  for (const name of ['ancient', 'fresh', 'on-its-way']) writeFileSync(storage.incomingPath(name), name)
  for (const name of ['ancient', 'fresh']) await storage.put(name)
  for (const name of ['ancient', 'on-its-way.part']) utimesSync(join(folder, name), 1000, 1000)
  const listed: string[] = []
  for await (const name of storage.listBefore(2_000_000)) listed.push(name)
  expect(listed).toEqual(['ancient'])
  expect(storage.freeBytes()).toBeGreaterThan(0)
})

it('is the only part of the program that knows the folder of files', () => {
  const sources = ['app', 'db'].flatMap((top) =>
    readdirSync(top, { recursive: true, encoding: 'utf8' }).map((name) => join(top, name)),
  )
  const knowing = sources.filter(
    (path) => /(?<!\.test)\.tsx?$/.test(path) && /filesDir/.test(readFileSync(path, 'utf8')),
  )
  expect(knowing.sort()).toEqual(['app/platform/env.server.ts', 'app/platform/files/file-storage.server.ts'])
})
