/** The same bone on the other side; 頭 and 前髪 are their own. */
export function oppositeName(name: string): string {
  return name.replace(/[左右]/, (side) => (side === '左' ? '右' : '左'));
}
