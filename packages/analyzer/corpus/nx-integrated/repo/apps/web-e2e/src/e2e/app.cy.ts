describe('web', () => { it('shows', () => { cy.visit('/') }) })
