import router from '@adonisjs/core/services/router'

const MembersController = () => import('#controllers/members_controller')

router.get('/health', async () => ({ ok: true }))
router.get('/members', [MembersController, 'index'])
