/** The name of the same bone on the other side. 頭 and 前髪 have no sides and stay as they are. */
export function oppositeName(name: string): string {
  return name.replace(/[左右]/, (side) => (side === '左' ? '右' : '左'));
}
