/** Of `console`, which reads the ledger. A verification is never changed or deleted. */
export const drawCheck = {
  name: 'draw-check',
  rights: {
    draw_check: {
      inaam_console: 'select, insert',
      inaam_deliver: 'select',
      inaam_operator: 'select',
      inaam_audit: 'select',
    },
    draw_check_turn: { inaam_console: 'select, insert, update' },
  },
  auditWords: { 'console draw verify': 'Asked for a verification of the draw' },
};
