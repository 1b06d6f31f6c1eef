import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sirv from 'sirv'
import { expect, it, onTestFinished } from 'vitest'
import { endIfFileFails } from './asset-failure.server.ts'

it('an asset that vanishes ends its own response, and the next one is sent', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'groundwork-assets-'))
  for (const name of ['gone.js', 'here.js']) writeFileSync(join(folder, name), `// ${name}`)
  const http = createServer(sirv(folder, { setHeaders: endIfFileFails }))
  await new Promise<void>((listening) => http.listen(0, '127.0.0.1', listening))
  onTestFinished(() => {
    http.close()
    rmSync(folder, { recursive: true })
  })
  const origin = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  rmSync(join(folder, 'gone.js'))
  await expect(fetch(`${origin}/gone.js`)).rejects.toThrow('fetch failed')
  expect(await (await fetch(`${origin}/here.js`)).text()).toBe('// here.js')
})
