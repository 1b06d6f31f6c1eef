/** A cell of a table: a text, and below it in small print a note. */
export type Cell = string | { text: string; note: string }

export type Column = {
  header: string
  /** For amounts: aligned to the end. */
  numeric?: boolean
  /** The column's share of the width, relative to the others. */
  width: number
}

/** A part of a document. Every text is as the reader sees it: translated, amounts and dates formatted; it may contain line breaks. */
export type Block =
  | { kind: 'heading'; text: string }
  | { kind: 'text'; text: string }
  /** Terms with what they are, one below the other. */
  | { kind: 'facts'; facts: readonly (readonly [term: string, value: string])[] }
  /** Two or more things side by side, each with a label, a title and lines. */
  | { kind: 'cards'; cards: readonly { label: string; title: string; lines: readonly string[] }[] }
  | {
      kind: 'table'
      caption: string
      columns: readonly Column[]
      rows: readonly (readonly Cell[])[]
      footer?: readonly string[]
    }
  /** A QR code (`qrModules`): rows of `1` (dark) and `0`, what they are in words (`label`), what it is for, and the address in it, if it has one. */
  | { kind: 'qr'; text: string; url: string | null; label: string; modules: readonly string[] }
  /** A bar code (`code128Modules`): `1` (dark) and `0`, what it is in words (`label`), and its digits. */
  | { kind: 'barcode'; label: string; digits: string; modules: string }
  /** A drawing by hand (`drawing.ts`), such as a signature: what it is, and for whoever does not see it, whose. */
  | { kind: 'drawing'; label: string; alt: string; path: string }

/** A document to read, on a page (`DocumentSheet`) or as a PDF (`renderPdf`): both show exactly this. */
export type ReadableDocument = {
  /** What it is, above the title: "Contract". */
  kind: string
  number: string
  title: string
  /** Stands across a document that binds nobody: "Draft". */
  mark: string | null
  blocks: readonly Block[]
}

/** Parts that are only printed: what has a page shows the same in its own way. */
export type PrintBlock =
  | Block
  /** Terms with what they are, two beside each other. */
  | { kind: 'pairs'; pairs: readonly (readonly [term: string, value: string])[] }
  /** Sums below each other at the end of the line, each with its term; a total is under a rule. */
  | { kind: 'sums'; sums: readonly { term: string; amount: string; isTotal: boolean }[]; note: string | null }
  /** What a payer needs, on one page: the terms, the code of the bank's app (with what it is for) and the bars with their digits. */
  | {
      kind: 'slip'
      title: string
      facts: readonly (readonly [term: string, value: string])[]
      qr: { text: string; label: string; modules: readonly string[] } | null
      barcode: { label: string; digits: string; modules: string } | null
    }

/** A document as it is printed (`renderPdf`). */
export type PrintedDocument = Omit<ReadableDocument, 'blocks'> & { blocks: readonly PrintBlock[] }
