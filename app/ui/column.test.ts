import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/** Public pages, which have no column of the workspace: centred, with a padding of their own. */
const isPublic = (line: string) => /px-4 p[yt]-\d|max-w-6xl/.test(line)

const strays = /\bmax-w-(2xl|3xl|4xl|5xl|7xl)\b|\bmx-auto (?:flex )?w-full max-w-/

it('pages of the workspace have the widths of the column, and none is centred', () => {
  const files = readdirSync('app/features', { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.tsx') && !file.startsWith('site/ui/'),
  )
  const found = files.flatMap((file) =>
    readFileSync(`app/features/${file}`, 'utf8')
      .split('\n')
      .filter((line) => strays.test(line) && !isPublic(line))
      .map((line) => `${file}: ${line.trim()}`),
  )
  expect(files.length).toBeGreaterThan(100)
  expect(found).toEqual([])
})
