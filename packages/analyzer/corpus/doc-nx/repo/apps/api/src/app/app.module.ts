import { Controller, Get, Module } from '@nestjs/common';
import { roomNames } from '@office/rooms';

@Controller('rooms')
class RoomsController {
  @Get()
  list() {
    return { calendar: process.env.CALENDAR_URL, rooms: roomNames() };
  }
}

@Module({ controllers: [RoomsController] })
export class AppModule {}
