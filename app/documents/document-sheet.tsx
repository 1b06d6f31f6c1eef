import { DrawnLines } from '#app/documents/drawn-lines.tsx'
import { QrCode } from '#app/documents/qr-code.tsx'
import { DataTable } from '#app/ui/data-table.tsx'
import type { Block, Cell, ReadableDocument } from './document.ts'

/** A document as a light sheet in every theme, and the only thing printed. A text of one direction does not move its neighbours of another. */
export function DocumentSheet({ document }: { document: ReadableDocument }) {
  const { kind, number, title, mark, blocks } = document
  return (
    <article
      data-theme="light"
      aria-label={`${kind} ${number}`}
      className="print-alone relative isolate flex min-w-0 flex-col gap-4 overflow-hidden rounded-lg border border-border bg-card p-5 text-sm text-card-foreground sm:p-10 print:overflow-visible print:rounded-none print:border-0 print:p-0"
    >
      {mark && (
        // A watermark: decoration, like the text of a stylesheet. The header says the same in words.
        <p
          aria-hidden
          data-mark={mark}
          className="pointer-events-none absolute inset-x-0 top-24 -z-1 -rotate-12 text-center text-5xl font-bold text-muted-foreground/20 uppercase before:content-[attr(data-mark)] sm:top-64 print:fixed print:top-1/3"
        />
      )}
      <header className="border-b-2 border-foreground pb-5">
        <p className="flex flex-wrap justify-between gap-x-6 gap-y-1 text-muted-foreground">
          <span>
            {kind}
            {mark && <strong className="text-destructive"> · {mark}</strong>}
          </span>
          <bdi className="tabular-nums">{number}</bdi>
        </p>
        <p dir="auto" className="mt-1 text-2xl font-semibold tracking-tight wrap-anywhere">
          {title}
        </p>
      </header>
      {blocks.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a document stay in their places
        <BlockView key={index} block={block} />
      ))}
    </article>
  )
}

function BlockView({ block }: { block: Block }) {
  switch (block.kind) {
    case 'heading':
      return <h2 className="mt-3 text-lg font-semibold wrap-anywhere">{block.text}</h2>
    case 'text':
      return (
        <p dir="auto" className="max-w-prose leading-relaxed wrap-anywhere whitespace-pre-wrap">
          {block.text}
        </p>
      )
    case 'facts':
      return (
        <dl className="flex flex-col gap-y-1.5">
          {block.facts.map(([term, value], index) => (
            <div
              // biome-ignore lint/suspicious/noArrayIndexKey: the facts of a document stay in their places
              key={index}
              className="flex flex-col gap-x-6 break-inside-avoid sm:grid sm:grid-cols-3 print:grid print:grid-cols-3"
            >
              <dt className="text-muted-foreground wrap-anywhere">{term}</dt>
              <dd dir="auto" className="col-span-2 wrap-anywhere whitespace-pre-wrap">
                {value}
              </dd>
            </div>
          ))}
        </dl>
      )
    case 'cards':
      return (
        <div className="grid gap-x-10 gap-y-5 sm:grid-cols-2 print:grid-cols-2">
          {block.cards.map(({ label, title, lines }) => (
            <div key={label} className="min-w-0 break-inside-avoid wrap-anywhere">
              <p className="text-xs font-medium text-muted-foreground">{label}</p>
              <p dir="auto" className="mt-0.5 font-semibold">
                {title}
              </p>
              {lines.length > 0 && (
                <p dir="auto" className="whitespace-pre-line">
                  {lines.join('\n')}
                </p>
              )}
            </div>
          ))}
        </div>
      )
    case 'table':
      return <DocumentTable table={block} />
    case 'qr':
      return <QrBlock block={block} />
    case 'barcode':
      return <Barcode block={block} />
    case 'drawing':
      return (
        <figure className="flex flex-col gap-x-6 break-inside-avoid sm:grid sm:grid-cols-3 print:grid print:grid-cols-3">
          <figcaption className="text-muted-foreground wrap-anywhere">{block.label}</figcaption>
          <DrawnLines path={block.path} label={block.alt} className="w-60 max-w-full" />
        </figure>
      )
  }
}

function QrBlock({ block: { text, url, label, modules } }: { block: Extract<Block, { kind: 'qr' }> }) {
  return (
    <div className="flex flex-wrap items-center gap-4 break-inside-avoid">
      <QrCode modules={modules} label={label} className="-ms-3 size-36 shrink-0" />
      <div className="min-w-0 flex-1 basis-48">
        <p>{text}</p>
        {url && (
          <p className="mt-1 wrap-anywhere">
            <a href={url} className="underline">
              {url}
            </a>
          </p>
        )}
      </div>
    </div>
  )
}

/** With the light zones of ten modules on both sides that readers need; 54 digits are as wide as the banks print them (105 mm). */
function Barcode({ block: { label, digits, modules } }: { block: Extract<Block, { kind: 'barcode' }> }) {
  const bars = [...modules.matchAll(/1+/g)].map(
    ({ index, 0: bar }) => `M${index + 10} 0h${bar.length}v40h-${bar.length}z`,
  )
  return (
    <figure className="break-inside-avoid">
      <figcaption className="text-muted-foreground">{label}</figcaption>
      <svg
        role="img"
        aria-label={`${label}: ${digits}`}
        viewBox={`0 0 ${modules.length + 20} 40`}
        preserveAspectRatio="none"
        shapeRendering="crispEdges"
        className="-ms-3 mt-1 h-12 w-full max-w-md"
      >
        <path d={bars.join('')} fill="currentColor" />
      </svg>
      <p className="mt-1 font-mono text-xs break-all">{digits}</p>
    </figure>
  )
}

function DocumentTable({ table }: { table: Extract<Block, { kind: 'table' }> }) {
  const { caption, columns, rows, footer } = table
  return (
    <DataTable<{ index: number; cells: readonly Cell[] }>
      caption={caption}
      bare
      rows={rows.map((cells, index) => ({ index, cells }))}
      rowKey={({ index }) => String(index)}
      columns={columns.map(({ header, numeric = false }, index) => ({
        key: header,
        header,
        numeric,
        primary: index === 0,
        cell: ({ cells }) => <CellView cell={cells[index] ?? ''} />,
      }))}
      {...(footer && { footer: footer.map((cell, index) => <CellView key={columns[index]?.header} cell={cell} />) })}
    />
  )
}

function CellView({ cell }: { cell: Cell }) {
  if (cell === '') return null
  const { text, note } = typeof cell === 'string' ? { text: cell, note: '' } : cell
  if (!text && !note) return null
  return (
    <bdi className="wrap-anywhere whitespace-pre-wrap">
      {text}
      {note && <span className="block text-xs font-normal text-muted-foreground">{note}</span>}
    </bdi>
  )
}
