import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'

it('kills a renderer that stands still, and gives its connection to another or closes it', async () => {
  const program = spawn(process.execPath, ['--import', 'tsx', 'tests/setup/standing-still.ts'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const outcomes = JSON.parse((await text(program.stdout)).trim().split('\n').at(-1) ?? '') as string[]
  expect(outcomes.slice(0, 2)).toEqual(['answered', 'answered'])
  expect(outcomes.slice(2)).toEqual(['ECONNRESET', 'ECONNRESET'])
  // Three programs start.
}, 60_000)
