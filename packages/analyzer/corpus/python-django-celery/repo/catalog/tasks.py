from celery import shared_task


@shared_task
def sync_prices():
    pass
