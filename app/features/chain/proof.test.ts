import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyProof } from '#public/verify-proof.mjs'
import { provenDeal } from '#tests/factories/chain.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { getChain } from './chain.server.ts'
import { type Proof, proofOf } from './proof.ts'

const script = resolve('public/verify-proof.mjs')
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
/** As the file has it: with the hash of all the rest. */
const sealed = (proof: Proof) => ({ ...proof, sha256: sha256(JSON.stringify(proof)) })
const problemsOf = (proof: unknown) => verifyProof(proof).problems

let proof: Proof
let folder: string
beforeAll(async () => {
  const deal = await provenDeal(testDatabase())
  const chain = getChain(deal.client, deal.contractId)
  if (!chain) throw new Error('there is no chain')
  proof = proofOf(chain, 'https://groundwork.example', deal.client.now)
  folder = mkdtempSync(join(tmpdir(), 'proof-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const copy = () => structuredClone(proof)
const linkOf = (of: Proof, kind: string) => {
  const link = of.links.find((one) => one.kind === kind)
  if (!link) throw new Error(`there is no ${kind}`)
  return link
}
/** A text that was changed together with its own hash and that of the file, as whoever has the server could. */
const forged = (kind: string, from: string | RegExp, to: string) => {
  const changed = copy()
  const link = linkOf(changed, kind)
  const text = link.text?.replace(from, to) ?? ''
  expect(text).not.toBe(link.text)
  Object.assign(link, { text, sha256: sha256(text) })
  return problemsOf(sealed(changed))
}

it('is verified by the script alone, which names a file that belongs to it, and refuses a changed one', () => {
  const [path, file] = [join(folder, 'proof.json'), join(folder, 'other.pdf')]
  writeFileSync(path, JSON.stringify(sealed(proof), null, 1))
  const said = execFileSync(process.execPath, [script, path], { encoding: 'utf8' })
  expect(said).toMatch(
    /^✓ The proof holds\.\nContract C-.*SHA-256 of the contract: [0-9a-f]{64}\nSigned for\n {2}provider: .*\n {2}client: /s,
  )
  expect(said).toMatch(/Held after the last posting: 6275\.00, retained: 313\.75\./)
  expect(said).toMatch(/This does not prove\n- that the file is as old as it says/)
  writeFileSync(file, 'nothing of it')
  writeFileSync(path, JSON.stringify(sealed(proof)).replace('We begin on Monday', 'We begin on Friday'))
  const refused = spawnSync(process.execPath, [script, path, file], { encoding: 'utf8' })
  expect([refused.status, refused.stdout]).toEqual([1, ''])
  expect(refused.stderr).toMatch(
    /✗ link \d+ \(bid\): its text does not have its SHA-256\..*other\.pdf.*✗ Do not rely on this proof\./s,
  )
})

it('does not call a proof broken because of a file that it does not name, or that is not there', () => {
  const [path, file] = [join(folder, 'whole.json'), join(folder, 'later.pdf')]
  writeFileSync(path, JSON.stringify(sealed(proof)))
  writeFileSync(file, 'sealed after the proof was downloaded')
  const said = spawnSync(process.execPath, [script, path, file, join(folder, 'missing.pdf')], { encoding: 'utf8' })
  expect(said.status).toBe(1)
  expect(said.stdout).toMatch(/^✓ The proof holds\.\n/)
  expect(said.stderr).toMatch(/✗ .*later\.pdf: the proof does not name this file\. .*Download a new proof/)
  expect(said.stderr).toMatch(/✗ .*missing\.pdf cannot be read: ENOENT/)
  expect(said.stderr).not.toMatch(/Do not rely|node:fs/)
})

it('prints nothing of the proof that would steer a terminal', () => {
  const path = join(folder, 'steering.json')
  const changed = copy()
  changed.origin = 'https://x\u001b[2K\u009b1A\r✓ The proof holds.\n\u202e'
  writeFileSync(path, JSON.stringify(sealed(changed)))
  const { stdout, stderr } = spawnSync(process.execPath, [script, path], { encoding: 'utf8' })
  expect(stdout + stderr).toContain(String.raw`https://x\u{1b}[2K\u{9b}1A\u{d}✓ The proof holds.\u{a}\u{202e}`)
  expect(stdout + stderr).not.toMatch(/[^\P{C}\n]/u)
})

it('holds, and is the same when it is written and read again', () => {
  expect(problemsOf(sealed(proof))).toEqual([])
  expect(problemsOf(JSON.parse(JSON.stringify(sealed(proof), null, 1)))).toEqual([])
})

it('is broken by a change of any value in it, and by one that is left out', () => {
  const whole = sealed(proof)
  const paths: (string | number)[][] = []
  const walk = (value: unknown, path: (string | number)[]) => {
    if (typeof value === 'object' && value !== null)
      for (const [key, below] of Object.entries(value)) walk(below, [...path, Array.isArray(value) ? Number(key) : key])
    else paths.push(path)
  }
  walk(whole, [])
  expect(paths.length).toBeGreaterThan(60)
  for (const path of paths)
    for (const change of ['flip', 'drop'] as const) {
      const changed = structuredClone(whole)
      let at = changed as unknown as Record<string | number, unknown>
      for (const key of path.slice(0, -1)) at = at[key] as typeof at
      const last = path.at(-1) ?? ''
      const value = at[last]
      if (change === 'drop') delete at[last]
      else at[last] = typeof value === 'string' ? `${value.slice(0, -1)}${value.endsWith('0') ? '1' : '0'}` : 9
      expect(problemsOf(changed), path.join('.')).not.toEqual([])
    }
})

describe('a text that was replaced together with its hashes', () => {
  it.each(['tender_set', 'bid', 'contract', 'change_order'])('is missed by what names it: %s', (kind) => {
    expect(forged(kind, '\n', '\nforged: 1\n').join('\n')).toMatch(/it names .* which is not in this proof/)
  })

  it('of a step or a posting does not fit into its turn', () => {
    for (const kind of ['step', 'posting'])
      expect(forged(kind, /at:\n {2}\| 2/, 'at:\n  | 1').join('\n')).toMatch(/it does not follow the one before it/)
  })

  it('of the last posting does not balance, or does not follow from the others', () => {
    const changed = (from: string | RegExp, to: string) => {
      const other = copy()
      const link = other.links.findLast(({ kind }) => kind === 'posting')
      const text = link?.text?.replace(from, to) ?? ''
      Object.assign(link ?? {}, { text, sha256: sha256(text) })
      return problemsOf(sealed(other)).join('\n')
    }
    expect(changed('| 6275.00', '| 6276.00')).toMatch(/do not sum to zero/)
    expect(changed(/held after:\n.*\n/, 'held after:\n  | 9.00\n')).toMatch(/does not follow from the postings/)
  })

  it('has sums that do not add up, or is about another contract', () => {
    expect(forged('contract', /gross:\n.*\n/, 'gross:\n  | 1.00\n').join('\n')).toMatch(/net and VAT do not add up/)
    expect(forged('contract', /amount:\n.*\n/, 'amount:\n  | 1.00\n').join('\n')).toMatch(/milestones do not add up/)
    expect(forged('invoice', /contract:\n.*\n/, 'contract:\n  | another\n').join('\n')).toMatch(
      /about another contract/,
    )
    expect(forged('invoice', /gross: \d+/, 'gross: 1').join('\n')).toMatch(/net and VAT do not add up/)
    expect(forged('letter', 'groundwork-award-letter', 'groundwork-bid').join('\n')).toMatch(/of another kind/)
  })
})

it('is broken where links are taken out or doubled, except for the last ones, as it says', () => {
  for (const kind of ['tender_set', 'bid', 'contract', 'change_order', 'step', 'posting']) {
    const without = {
      ...copy(),
      links: proof.links.filter((link) => link !== proof.links.find((one) => one.kind === kind)),
    }
    expect(problemsOf(sealed(without)), kind).not.toEqual([])
  }
  expect(problemsOf(sealed({ ...copy(), links: [...proof.links, linkOf(proof, 'signature')] }))).not.toEqual([])
  const last = proof.links.findLast(({ kind }) => kind === 'posting')
  expect(problemsOf(sealed({ ...copy(), links: proof.links.filter((link) => link !== last) }))).toEqual([])
})

it('refuses what is no proof, or one of another version', () => {
  for (const wrong of [null, {}, [], 'proof', { format: 'groundwork-proof' }])
    expect(problemsOf(wrong)).toEqual(['This is not a proof of Groundwork.'])
  expect(problemsOf({ ...proof, version: 2 })).toEqual(['This script does not know version 2 of proofs.'])
})

it('can leave kinds out, and then nothing is looked for there', () => {
  const leftOut = ['tender_set', 'step', 'posting', 'invoice'] as const
  const links = proof.links.filter(({ kind }) => !(leftOut as readonly string[]).includes(kind))
  expect(problemsOf(sealed({ ...copy(), leftOut: [...leftOut], links }))).toEqual([])
  expect(problemsOf(sealed({ ...copy(), leftOut: ['invoice'] }))).not.toEqual([])
})
