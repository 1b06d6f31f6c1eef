#!/usr/bin/env node
// Verifies a proof of a Groundwork contract: `node verify-proof.mjs proof.json`, with Node 18 or newer and nothing else. It asks no
// server, and exits with 1 when something is wrong. Files that are named after it, such as the sealed PDF of the contract, are looked up
// in it by their SHA-256. The format is described in docs/operations.md of Groundwork.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

const sha256 = (text) => createHash('sha256').update(text).digest('hex')

/** The first word of each kind's text, and the fields by which a text names another link by its hash. */
const forms = {
  estimate: 'groundwork-estimate',
  tender_set: 'groundwork-tender-set',
  bid: 'groundwork-bid',
  letter: 'groundwork-award-letter',
  contract: 'groundwork-contract',
  signature: 'groundwork-signature',
  change_order: 'groundwork-change-order',
  change_signature: 'groundwork-signature',
  step: 'groundwork-step',
  payment_certificate: 'groundwork-payment-certificate',
  posting: 'groundwork-posting',
  dispute_decision: 'groundwork-dispute-decision',
  invoice: 'groundwork-invoice',
  handover: 'groundwork-handover',
  handover_signature: 'groundwork-signature',
  final_account: 'groundwork-final-account',
  final_account_signature: 'groundwork-signature',
  security_step: 'groundwork-security-step',
  sealed_file: 'groundwork-sealed-file',
}
const naming = {
  'SHA-256 of the tender set': ['tender_set'],
  'SHA-256 of the bid': ['bid'],
  'SHA-256 of the contract': ['contract'],
  'SHA-256 of the step': ['step'],
  'SHA-256 of the step before': ['step'],
  'SHA-256 of the certificate before': ['payment_certificate'],
  'SHA-256 of the posting before': ['posting'],
  'SHA-256 of the security step before': ['security_step'],
  document: ['contract', 'change_order', 'handover', 'final_account'],
}

/** Reads a canonical text: fields with their values, where lists are arrays of such records. Free text stands behind a bar. */
function fieldsOf(lines) {
  const fields = new Map()
  for (let at = 0; at < lines.length; ) {
    const [, name, inline] = /^([^:]*):(?: (.*))?$/.exec(lines[at]) ?? [null, lines[at]]
    let end = at + 1
    while (end < lines.length && lines[end].startsWith('  ')) end += 1
    const below = lines.slice(at + 1, end).map((line) => line.slice(2))
    if (inline === undefined) fields.set(name, below.map((line) => line.slice(2)).join('\n'))
    else fields.set(name, below.length > 0 ? recordsOf(below) : inline === '0' ? [] : inline)
    at = end
  }
  return fields
}

function recordsOf(lines) {
  const starts = lines.flatMap((line, index) => (line === '-' ? [index] : []))
  return starts.map((start, index) => fieldsOf(lines.slice(start + 1, starts[index + 1])))
}

function read(text) {
  const [form = '', ...lines] = text.replace(/\n$/, '').split('\n')
  return { form, fields: fieldsOf(lines) }
}

/** A decimal amount (`-12.50`) in cents; null for anything else. */
function cents(decimal) {
  const [, sign, whole, part] = /^(-?)(\d+)\.(\d\d)$/.exec(String(decimal)) ?? []
  return whole === undefined ? null : Number(`${sign}${whole}${part}`)
}

const list = (value) => (Array.isArray(value) ? value : [])
const sum = (values) => values.reduce((total, value) => total + (value ?? Number.NaN), 0)

/**
 * Checks a proof that was read from its file. Returns what is wrong (empty if nothing is) and what it holds.
 * @param {unknown} proof
 */
export function verifyProof(proof) {
  const problems = []
  const isProof = proof?.format === 'groundwork-proof' && Array.isArray(proof.links) && Array.isArray(proof.leftOut)
  if (!isProof) return { problems: ['This is not a proof of Groundwork.'], links: [] }
  if (proof.version !== 1) return { problems: [`This script does not know version ${proof.version} of proofs.`], links: [] }
  const { sha256: whole, ...rest } = proof
  if (sha256(JSON.stringify(rest)) !== whole) problems.push('The file was changed: it does not have its own SHA-256.')

  const links = proof.links.map(({ kind, sha256: hash, text }, index) => {
    const name = `link ${index + 1} (${kind})`
    if (!Object.hasOwn(forms, kind)) problems.push(`${name}: this script does not know this kind.`)
    if (proof.leftOut.includes(kind)) problems.push(`${name}: its kind is said to be left out.`)
    if (typeof text !== 'string') {
      problems.push(`${name}: its text was not kept, so that nothing proves it.`)
      return { kind, hash, name, text: '', fields: new Map() }
    }
    if (sha256(text) !== hash) problems.push(`${name}: its text does not have its SHA-256.`)
    const { form, fields } = read(text)
    if (!new RegExp(`^${forms[kind]} \\d+$`).test(form)) problems.push(`${name}: its text is of another kind: ${form}.`)
    return { kind, hash, name, text, fields }
  })
  const of = (...kinds) => links.filter(({ kind }) => kinds.includes(kind))

  const hashes = new Set(links.map(({ kind, hash }) => `${kind} ${hash}`))
  if (hashes.size !== links.length) problems.push('A link is in it twice.')
  for (const { name, fields } of links)
    for (const [field, kinds] of Object.entries(naming)) {
      const named = fields.get(field)
      if (named === undefined || kinds.every((kind) => proof.leftOut.includes(kind))) continue
      if (!kinds.some((kind) => hashes.has(`${kind} ${named}`)))
        problems.push(`${name}: it names “${field}” ${named}, which is not in this proof.`)
    }

  checkContract(proof, of, problems)
  checkInTurn(of('step'), 'SHA-256 of the step before', problems)
  checkInTurn(of('posting'), 'SHA-256 of the posting before', problems)
  checkInTurn(of('security_step'), 'SHA-256 of the security step before', problems)
  checkLedger(of('posting'), problems)
  return { problems, links }
}

/** The contract, its sums, and that everything else is about it. */
function checkContract(proof, of, problems) {
  const contracts = of('contract')
  if (contracts.length !== 1) problems.push(`There are ${contracts.length} contracts in it, not one.`)
  for (const { name, fields } of contracts) {
    if (fields.get('contract') !== proof.contract?.number) problems.push(`${name}: it has another number.`)
    checkSum(name, fields, problems)
    const total = sum(list(fields.get('milestones')).map((milestone) => cents(milestone.get('amount'))))
    if (total !== cents(fields.get('gross'))) problems.push(`${name}: its milestones do not add up to its sum.`)
  }
  for (const { name, fields } of of('change_order')) {
    checkSum(name, fields, problems)
    if (fields.get('contract') !== proof.contract?.number) problems.push(`${name}: it is about another contract.`)
  }
  for (const { name, fields } of of('payment_certificate', 'dispute_decision'))
    if (fields.get('contract') !== proof.contract?.number) problems.push(`${name}: it is about another contract.`)
  for (const { name, fields } of of('payment_certificate')) checkSum(name, fields, problems)
  for (const { name, fields } of of('handover', 'final_account'))
    if (fields.get('contract') !== proof.contract?.number) problems.push(`${name}: it is about another contract.`)
  for (const { name, fields } of of('step', 'posting', 'invoice', 'security_step', 'sealed_file'))
    if (fields.get('contract') !== proof.contract?.id) problems.push(`${name}: it is about another contract.`)
  for (const { name, fields } of of('invoice'))
    if (Number(fields.get('net')) + Number(fields.get('vat')) !== Number(fields.get('gross')))
      problems.push(`${name}: net and VAT do not add up to its sum.`)
}

function checkSum(name, fields, problems) {
  if (sum([cents(fields.get('net')), cents(fields.get('VAT'))]) !== cents(fields.get('gross')))
    problems.push(`${name}: net and VAT do not add up to its sum.`)
}

/** Each names the one before it, and only the first one names none. */
function checkInTurn(links, field, problems) {
  for (const [index, { name, fields }] of links.entries())
    if (fields.get(field) !== links[index - 1]?.hash) problems.push(`${name}: it does not follow the one before it.`)
}

/** Every posting sums to zero, and what is held follows from the postings so far and is never below zero. */
function checkLedger(postings, problems) {
  const held = { escrow_held: 0, retention_held: 0 }
  for (const { name, fields } of postings) {
    const entries = list(fields.get('entries'))
    if (entries.length < 2 || sum(entries.map((entry) => cents(entry.get('amount')))) !== 0)
      problems.push(`${name}: its entries do not sum to zero.`)
    for (const entry of entries) {
      const account = entry.get('account')
      if (account in held) held[account] -= cents(entry.get('amount'))
    }
    const isAsSaid =
      held.escrow_held === cents(fields.get('held after')) && held.retention_held === cents(fields.get('retained after'))
    if (!isAsSaid) problems.push(`${name}: what is held after it does not follow from the postings.`)
    if (held.escrow_held < 0 || held.retention_held < 0) problems.push(`${name}: less than nothing is held after it.`)
  }
}

/** What a proof without problems proves, and what it does not, in lines to print. */
function report(proof, links) {
  const count = (kind) => links.filter((link) => link.kind === kind).length
  const [contract] = links.filter(({ kind }) => kind === 'contract')
  const signers = links
    .filter(({ kind }) => kind === 'signature')
    .map(({ fields }) => `  ${fields.get('party')}: ${fields.get('name')}, ${fields.get('signed at')}`)
  const last = links.filter(({ kind }) => kind === 'posting').at(-1)
  return [
    `Contract ${proof.contract.number}, as ${proof.origin} had it on ${proof.madeAt}.`,
    `SHA-256 of the contract: ${contract.hash}`,
    signers.length > 0 ? 'Signed for' : 'Nobody has signed it.',
    ...signers,
    `Links: ${Object.keys(forms).map((kind) => `${count(kind)} ${kind}`).join(', ')}.`,
    ...(last ? [`Held after the last posting: ${last.fields.get('held after')}, retained: ${last.fields.get('retained after')}.`] : []),
    ...(proof.leftOut.length > 0 ? [`Left out, because whoever downloaded it may not see it: ${proof.leftOut.join(', ')}.`] : []),
    '',
    'This proves',
    '- that every text has its SHA-256, and that every text that names another by its SHA-256 names one of this file:',
    '  the contract its bid and tender set, the signatures their document, each step (also of securities) and posting the one before;',
    '- that the sums of the contract, its change orders and invoices add up, and that every posting of the ledger sums to zero.',
    'This does not prove',
    '- that the file is as old as it says: the server could have made all of it today, and left out the last steps and postings.',
    '  Compare the SHA-256 of the contract with one that you have had since then: in the sealed PDF of the contract, which the',
    '  server cannot change without breaking its seal, on the signing certificate, or in an earlier proof;',
    '- who stands behind an account, or that money has moved in a bank.',
  ]
}

/** A line to print: what would steer a terminal, and could fake another line, stands as its code. */
const printable = (line) =>
  line.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, (character) => `\\u{${character.codePointAt(0).toString(16)}}`)

function main([path, ...files]) {
  if (!path) return fail(['Usage: node verify-proof.mjs proof.json [file …]'])
  let proof
  try {
    proof = JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    return fail([`${path} cannot be read: ${error.message}`])
  }
  const { problems, links } = verifyProof(proof)
  const named = files.map((file) => namedFile(links, file))
  const strange = named.filter(({ isNamed }) => !isNamed).map(({ said }) => said)
  if (problems.length > 0) return fail([...problems, ...strange, 'Do not rely on this proof.'])
  const found = named.filter(({ isNamed }) => isNamed).map(({ said }) => said)
  console.log(['✓ The proof holds.', ...found, ...report(proof, links)].map(printable).join('\n'))
  if (strange.length > 0) fail(strange)
}

/** Whether the links name a file by its SHA-256, and what to say of it. */
function namedFile(links, file) {
  let hash
  try {
    hash = sha256(readFileSync(file))
  } catch (error) {
    return { isNamed: false, said: `${file} cannot be read: ${error.message}` }
  }
  const names = links.filter(({ text }) => text.includes(hash)).map(({ name }) => name)
  if (names.length > 0) return { isNamed: true, said: `${file} is named by ${names.join(', ')}.` }
  const why = 'It is another file, was changed, or was sealed after the proof was made. Download a new proof and try again.'
  return { isNamed: false, said: `${file}: the proof does not name this file. ${why}` }
}

function fail(lines) {
  for (const line of lines) console.error(`✗ ${printable(line)}`)
  process.exitCode = 1
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) main(process.argv.slice(2))
