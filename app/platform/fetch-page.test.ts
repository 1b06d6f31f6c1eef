import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { createServer, type RequestListener, type Server } from 'node:http'
import { type AddressInfo, isIP, type LookupFunction } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, it } from 'vitest'
import { fetchPage, internet, type Network } from './fetch-page.server.ts'

/** The sockets to other machines that `work` opens. */
async function connectionsDuring(work: () => Promise<unknown>): Promise<number> {
  let opened = 0
  const count = () => {
    opened += 1
  }
  subscribe('net.client.socket', count)
  try {
    await work()
  } finally {
    unsubscribe('net.client.socket', count)
  }
  return opened
}

const privateAddresses = [
  ...['127.0.0.1', '127.8.8.8', '0.0.0.0', '10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1'],
  ...['169.254.169.254', '100.64.0.1', '100.127.255.255', '192.0.0.1', '192.0.2.1', '198.18.0.1', '203.0.113.1'],
  ...['224.0.0.1', '239.255.255.255', '240.0.0.1', '255.255.255.255'],
  ...['::', '::1', '::ffff:127.0.0.1', '::ffff:8.8.8.8', '::ffff:7f00:1', '64:ff9b::7f00:1'],
  ...['fc00::1', 'fd12:3456::1', 'fe80::1', 'ff02::1', '2001:db8::1', '2002:7f00:1::', '2001::1'],
  ...['fec0::1', 'fd00:ec2::254', '100::1'],
]

describe('no connection is made to', () => {
  it.each(privateAddresses)('%s, by address or by a name that resolves to it', async (address) => {
    const family = isIP(address)
    const lookup: LookupFunction = (_name, options, found) =>
      options.all ? found(null, [{ address, family }]) : found(null, address, family)
    const host = family === 6 ? `[${address}]` : address
    const opened = await connectionsDuring(async () => {
      expect(await fetchPage(`http://${host}/`)).toBeNull()
    })
    expect(opened).toBe(0)
    // For a name, the socket exists before the lookup ends, and never gets an address.
    expect(await fetchPage('http://rebound.test/', { ...internet, lookup })).toBeNull()
  })
})

describe('nothing is asked of', () => {
  it.each([
    ...[
      'http://127.0.0.1/',
      'http://2130706433/',
      'http://0x7f.1/',
      'http://0177.0.0.1/',
      'http://127.1/',
      'http://0/',
    ],
    ...['http://[::1]/', 'http://[::ffff:127.0.0.1]/', 'http://[::ffff:7f00:1]/', 'http://169.254.169.254/latest/'],
    ...['http://[fd00:ec2::254]/', 'http://[64:ff9b::7f00:1]/', 'http://10.0.0.1/', 'http://１２７.０.０.１/'],
    ...['http://8.8.8.8:22/', 'http://8.8.8.8:8080/', 'https://8.8.8.8:80443/', 'ftp://8.8.8.8/', 'file:///etc/passwd'],
    ...['http://user:password@8.8.8.8/', 'http://user@8.8.8.8/', 'javascript:alert(1)', 'gopher://8.8.8.8/', 'nothing'],
  ])('%s', async (address) => {
    const opened = await connectionsDuring(async () => {
      expect(await fetchPage(address)).toBeNull()
    })
    expect(opened).toBe(0)
  })

  it('a name of which one address is private, or that has none', async () => {
    const lookup: LookupFunction = (name, _options, found) =>
      name === 'none.test'
        ? found(Object.assign(new Error('none'), { code: 'ENOTFOUND' }), [])
        : found(null, [
            { address: '8.8.8.8', family: 4 },
            { address: '10.0.0.1', family: 4 },
          ])
    expect(await fetchPage('http://mixed.test/', { ...internet, lookup })).toBeNull()
    expect(await fetchPage('http://none.test/', { ...internet, lookup })).toBeNull()
  })
})

describe('a page', () => {
  let server: Server
  afterEach(() => {
    server.closeAllConnections()
    server.close()
  })
  const seen: Array<{ path: string; headers: Record<string, unknown> }> = []

  /** A real server on 127.0.0.1, the only private address that the test's network allows. */
  async function serving(listener: RequestListener): Promise<{ url: string; network: Network; port: number }> {
    seen.length = 0
    server = createServer((request, response) => {
      seen.push({ path: request.url ?? '', headers: request.headers })
      listener(request, response)
    })
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
    const { port } = server.address() as AddressInfo
    const lookup: LookupFunction = (name, options, found) => {
      const address = name === 'inside.test' ? '10.0.0.1' : '127.0.0.1'
      if (options.all) found(null, [{ address, family: 4 }])
      else found(null, address, 4)
    }
    const network: Network = { lookup, allowed: ['127.0.0.1'], ports: [port], timeout: internet.timeout }
    return { url: `http://pages.test:${port}`, network, port }
  }
  const html = { 'Content-Type': 'text/html; charset=utf-8' }

  it('comes from the address that was checked, asked for by its name and nothing of ours', async () => {
    const { url, network, port } = await serving((_, response) => response.writeHead(200, html).end('<title>x'))
    const page = await fetchPage(`${url}/a?b#c`, network)
    expect(page?.body.toString()).toBe('<title>x')
    expect(seen).toHaveLength(1)
    expect(seen[0]).toMatchObject({ path: '/a?b', headers: { host: `pages.test:${port}` } })
    for (const name of ['cookie', 'authorization', 'referer', 'origin'])
      expect(seen[0]?.headers).not.toHaveProperty(name)
  })

  it('is resolved once, so that a second answer leads nowhere else', async () => {
    const { url, network } = await serving((_, response) => response.writeHead(200, html).end('x'))
    let asked = 0
    const lookup: LookupFunction = (_name, options, found) => {
      asked += 1
      const address = asked === 1 ? '127.0.0.1' : '10.0.0.1'
      if (options.all) found(null, [{ address, family: 4 }])
      else found(null, address, 4)
    }
    expect(await fetchPage(url, { ...network, lookup })).not.toBeNull()
    expect(asked).toBe(1)
  })

  it.each([
    ['three times', 3, true],
    ['four times', 4, false],
  ])('may send elsewhere %s', async (_, times, found) => {
    const { url, network } = await serving((request, response) => {
      const hop = Number(request.url?.slice(1) || 0)
      if (hop < times) response.writeHead(302, { Location: `/${hop + 1}` }).end()
      else response.writeHead(200, html).end('x')
    })
    expect((await fetchPage(url, network)) !== null).toBe(found)
  })

  it.each(['http://169.254.169.254/', 'http://[::1]/', 'file:///etc/passwd', 'http://10.0.0.1/', 'inside'])(
    'may not send to %s',
    async (to) => {
      const { url, network, port } = await serving((_, response) => {
        response.writeHead(302, { Location: to === 'inside' ? `http://inside.test:${port}/` : to }).end()
      })
      expect(await fetchPage(url, { ...network, ports: [...network.ports, 80] })).toBeNull()
      expect(seen).toHaveLength(1)
    },
  )

  it.each([
    ['an error', 404, html],
    ['a picture', 200, { 'Content-Type': 'image/svg+xml' }],
    ['nothing that says what it is', 200, {}],
    ['packed', 200, { ...html, 'Content-Encoding': 'gzip' }],
  ])('is none when it is %s', async (_, status, headers) => {
    const { url, network } = await serving((_request, response) =>
      response.writeHead(status, headers).end(gzipSync('x')),
    )
    expect(await fetchPage(url, network)).toBeNull()
  })

  it('is read no further than 512 KB', async () => {
    const { url, network } = await serving((_, response) => {
      response.writeHead(200, html)
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(65_536, 'x')));
      }
      response.on('drain', more)
      more()
    })
    expect((await fetchPage(url, network))?.body).toHaveLength(512 * 1024)
  })

  it('is waited for no longer than five seconds, however slowly it comes', async () => {
    const { url, network } = await serving((_, response) => {
      response.writeHead(200, html)
      const drip = setInterval(() => response.write('x'), 200)
      response.on('close', () => clearInterval(drip))
    })
    expect(internet.timeout).toBe(5_000)
    const began = performance.now()
    expect(await fetchPage(url, { ...network, timeout: 300 })).toBeNull()
    expect(performance.now() - began).toBeGreaterThan(290)
  })
})
