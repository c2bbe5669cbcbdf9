import { Dance } from './dance';

/** Rendered on the server. Only `<Dance>` runs in the browser, too. */
export default function Page() {
  return (
    <main>
      <h1>A dance in Next.js</h1>
      <Dance />
      <p>The server sent this page as HTML. The dancer came later, in your browser.</p>
    </main>
  );
}
