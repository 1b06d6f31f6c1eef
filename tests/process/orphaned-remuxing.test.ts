// The process that writes recordings, when its server is killed while it is busy and hears nothing.
import { spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { temporaryFolder } from '#tests/setup/built-server.ts'

/** An EBML element whose size takes eight bytes (RFC 8794, section 4). */
function element(id: string, content: Uint8Array): Buffer {
  const size = Buffer.alloc(8)
  size.writeUInt32BE(content.length, 4)
  size[0] = 1
  return Buffer.concat([Buffer.from(id, 'hex'), size, content])
}

/** Half a megabyte of frames without content, 255 in each block (RFC 9559, section 10.3.3), which take minutes to read, all in one go. */
function endless(): Buffer {
  const recorded = readFileSync('tests/fixtures/recording.webm')
  const head = recorded.subarray(0, recorded.indexOf(Buffer.from('1f43b675', 'hex')))
  const block = element('a3', Buffer.from([0x82, 0, 0, 0x84, 0xfe]))
  const blocks = Array.from({ length: 20_000 }, () => block)
  return Buffer.concat([head, element('1f43b675', Buffer.concat([element('e7', Buffer.alloc(8)), ...blocks]))])
}

const read = (path: string) => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
/** Processor time of the main thread so far (hundredths of a second); NaN once it is gone, also while nobody has asked for its end. */
function workOf(pid: string): number {
  const [state, ...fields] = read(`/proc/${pid}/task/${pid}/stat`).split(') ')[1]?.split(' ') ?? []
  return state === 'Z' ? Number.NaN : Number(fields[10])
}

it('ends when its server is killed, whatever it is at', async () => {
  const { path, remove } = temporaryFolder()
  onTestFinished(remove)
  const recording = { from: join(path, 'pieces'), to: join(path, 'made'), bytes: 600_000, maxMs: 10_000 }
  writeFileSync(recording.from, endless())
  const module = '#app/features/calls/recordings/seekable-webm.server.ts'
  const limits = { deadline: 600_000, maxMemory: 4_000_000_000 }
  const program = `const { writeSeekableWebm } = await import('${module}')
    await writeSeekableWebm(${JSON.stringify(recording)}, ${JSON.stringify(limits)})`
  const server = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', program], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const started = () =>
    read(`/proc/${server.pid}/task/${server.pid}/children`)
      .split(' ')
      .filter((pid) => read(`/proc/${pid}/cmdline`).includes('remux-recording'))
  await expect.poll(started, { timeout: 30_000 }).toHaveLength(1)
  const [remuxing = ''] = started()
  onTestFinished(() => {
    if (workOf(remuxing) >= 0) process.kill(Number(remuxing), 'SIGKILL')
  })
  await expect.poll(() => workOf(remuxing), { timeout: 30_000 }).toBeGreaterThan(100)
  server.kill('SIGKILL')
  await expect.poll(() => workOf(remuxing), { timeout: 10_000 }).toBeNaN()
})
