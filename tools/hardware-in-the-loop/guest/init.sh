#!/bin/sh
# The first program of the guest: mount what a system needs, then become what the share says.
export PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/tmp
mount -t proc proc /proc
mount -t sysfs sys /sys
mount -t devtmpfs dev /dev 2>/dev/null
mount -t tmpfs tmp /tmp
mount -t tmpfs -o mode=755 run /run
modprobe -a 9p 9pnet_virtio
mount -t 9p -o trans=virtio,version=9p2000.L,msize=262144 share /share
exec sh /share/guest/start.sh
