import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { picture } from '#tests/factories/media.ts'
import { readMediaFacts } from './media-facts.server.ts'

it('says that the disk is full, and not that the picture is broken', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'groundwork-media-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'picture')
  writeFileSync(path, await picture('jpeg'))
  const file = {
    ...{ field: 'file', name: 'a.jpg', mime: 'image/jpeg', size: statSync(path).size, sha256: '', storedAs: 'a', path },
    // Every write to this device fails as on a full disk.
    beside: () => '/dev/full',
    store: () => Promise.resolve(),
    keep: () => undefined,
  }
  await expect(readMediaFacts(file, { owner: 'somebody' })).rejects.toMatchObject({ code: 'storage_full' })
})
