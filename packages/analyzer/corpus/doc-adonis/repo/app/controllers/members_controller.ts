import Member from '#models/member'

export default class MembersController {
  async index() {
    return Member.all()
  }
}
