import { Controller, Get } from '@nestjs/common';
import { ConfigService } from '@nestjs/config';
import { PrismaService } from './prisma.service';

@Controller('bookings')
export class BookingsController {
  constructor(
    private readonly prisma: PrismaService,
    private readonly config: ConfigService,
  ) {}

  @Get()
  list() {
    return this.prisma.booking.findMany({ take: Number(this.config.get('PAGE_SIZE', '50')) });
  }

  @Get('token')
  token() {
    return { issuer: this.config.getOrThrow<string>('JWT_SECRET').length };
  }
}
